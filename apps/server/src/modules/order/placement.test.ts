import { ON_QUEUE } from '@minerx/rules/order-status';
import { describe, expect, it } from 'vitest';
import type { LedgerView } from '../../ledger/command.ts';
import { allocateDevices } from './placement.ledger.ts';

/** A line with as many free devices as anybody wants, and so many shared units that queue for a group. */
const lineWith = (queued: number): LedgerView => {
  const lists = { freeDevices: Array.from({ length: 20 }, (_, id) => ({ id })), sharedQueue: rows(queued) };
  return {
    list: (_list: unknown, name: string) => (name === 'queue' ? lists.sharedQueue : lists.freeDevices),
  } as unknown as LedgerView;
};
const rows = (count: number) => Array.from({ length: count }, (_, place) => ({ id: `queued-${place}` }));
const newcomer = { id: 'new', kind: 'shared', status: ON_QUEUE } as const;

describe('a group of shared units', () => {
  it('is ten, the longest waiting first, and the last of them who came now', () => {
    const { groupOrderIds } = allocateDevices(lineWith(9), 'x1', [newcomer], 1);
    expect([...groupOrderIds]).toEqual([...rows(9).map(({ id }) => id), 'new']);
  });

  it('is not made of nine, whatever the stock says', () => {
    expect(() => allocateDevices(lineWith(8), 'x1', [newcomer], 1)).toThrow('shorter than the stock row says');
  });
});
