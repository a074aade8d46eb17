import { ACTIVATED, DISCONNECTED, ENDED, READY } from '@minerx/rules/order-status';
import { describe, expect, it } from 'vitest';
import { activationOf, linkChange, withStatus } from './order-cache.ts';

const order = (id: string, status: 1 | 2 | 8 | 9) => ({ id, serial: `X1-${id}`, status, amountUnits: 5n });
const list = {
  pages: [
    { rows: [order('a', ACTIVATED), order('b', DISCONNECTED)], total: 4 },
    { rows: [order('c', READY), order('d', ENDED)], total: 4 },
  ],
};
const statuses = (data: typeof list) => data.pages.flatMap(({ rows }) => rows.map(({ status }) => status));

describe('what the pool feed changes', () => {
  // proves 4: pool messages connect and disconnect
  it('sets the matching order to Disconnected and back to Activated', () => {
    const down = withStatus(list, linkChange('X1-a', 'disconnect'));
    expect(statuses(down)).toEqual([8, 8, 2, 9]);
    expect(statuses(withStatus(down, linkChange('X1-a', 'connect')))).toEqual([1, 8, 2, 9]);
  });

  it('leaves orders alone that are not live', () => {
    expect(withStatus(list, linkChange('X1-c', 'connect'))).toBe(list);
    expect(withStatus(list, linkChange('X1-d', 'disconnect'))).toBe(list);
  });

  it('gives the very same data when nothing changes, so that nothing is drawn anew', () => {
    expect(withStatus(list, linkChange('X1-a', 'connect'))).toBe(list);
    const changed = withStatus(list, linkChange('X1-b', 'connect'));
    expect(changed.pages[1]).toBe(list.pages[1]);
    expect(changed.pages[0]!.rows[0]).toBe(list.pages[0]!.rows[0]);
  });

  // proves 4: activation marks the order locally as 1
  it('marks an activated order wherever it is shown', () => {
    expect(statuses(withStatus(list, activationOf('c')))).toEqual([1, 8, 1, 9]);
    expect(withStatus({ order: order('c', READY), minedUnits: 0n }, activationOf('c')).order.status).toBe(1);
  });
});
