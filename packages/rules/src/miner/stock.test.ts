import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Stock } from './stock.ts';
import type { PackageKind } from './miner-package.ts';
import { ON_QUEUE, READY, WAITING_STOCK } from './order-status.ts';
import { freeUnits, placeUnits, placeWaiting } from './stock.ts';
import { expectSame } from '../../test/expect-same.ts';

const stock = (some: Partial<Stock>): Stock => ({ total: 100, used: 0, waiting: 0, sharedQueue: 0, ...some });
const kind = fc.constantFrom<PackageKind>('own', 'shared', 'x2');

describe('placing units', () => {
  it('makes own and X2 units ready at once', () => {
    expect(placeUnits(stock({}), 'own', 2)).toEqual({
      statuses: [READY, READY],
      stockAfter: stock({ used: 2 }),
      groupsCompleted: 0,
    });
    expect(placeUnits(stock({}), 'x2', 1).statuses).toEqual([READY]);
  });

  it('queues shared units until ten make a group', () => {
    expect(placeUnits(stock({ sharedQueue: 3 }), 'shared', 4)).toEqual({
      statuses: [ON_QUEUE, ON_QUEUE, ON_QUEUE, ON_QUEUE],
      stockAfter: stock({ used: 4, sharedQueue: 7 }),
      groupsCompleted: 0,
    });
    const completed = placeUnits(stock({ sharedQueue: 8 }), 'shared', 14);
    expect([completed.groupsCompleted, completed.stockAfter.sharedQueue]).toEqual([2, 2]);
  });

  it('places the first free ones and lets the rest wait', () => {
    const placement = placeUnits(stock({ total: 10, used: 8 }), 'own', 5);
    expect(placement.statuses).toEqual([READY, READY, WAITING_STOCK, WAITING_STOCK, WAITING_STOCK]);
    expect(placement.stockAfter).toEqual(stock({ total: 10, used: 10, waiting: 3 }));
  });

  it('lets nobody pass those who wait already', () => {
    expect(freeUnits(stock({ total: 10, used: 5, waiting: 4 }))).toBe(1);
    expect(freeUnits(stock({ total: 10, used: 8, waiting: 4 }))).toBe(0);
    expect(placeUnits(stock({ total: 10, used: 8, waiting: 4 }), 'own', 1).statuses).toEqual([WAITING_STOCK]);
  });

  it('never sells more than there is, and forgets no unit', () => {
    const start = fc.record({
      total: fc.nat(50),
      used: fc.nat(60),
      waiting: fc.nat(20),
      sharedQueue: fc.nat(9),
    });
    fc.assert(
      fc.property(start, kind, fc.integer({ min: 1, max: 100 }), (before, packageKind, quantity) => {
        const { statuses, stockAfter, groupsCompleted } = placeUnits(before, packageKind, quantity);
        expectSame(statuses.length, quantity);
        expectSame(stockAfter.used <= Math.max(before.total, before.used), true);
        expectSame(stockAfter.used - before.used + stockAfter.waiting - before.waiting, quantity);
        expectSame(
          stockAfter.sharedQueue + 10 * groupsCompleted - before.sharedQueue,
          statuses.filter((status) => status === ON_QUEUE).length,
        );
        expectSame(stockAfter.sharedQueue >= 0 && stockAfter.sharedQueue <= 9, true);
      }),
      { numRuns: 100_000 },
    );
  });
});

describe('when stock comes back', () => {
  it('serves the head of the line first, as far as there is room', () => {
    const placement = placeWaiting(stock({ total: 10, used: 8, waiting: 3, sharedQueue: 9 }), ['own', 'shared', 'own']);
    expect(placement).toEqual({
      statuses: [READY, ON_QUEUE],
      stockAfter: stock({ total: 10, used: 10, waiting: 1, sharedQueue: 0 }),
      groupsCompleted: 1,
    });
  });

  it('serves nobody while there is no room or nobody waits', () => {
    expect(placeWaiting(stock({ total: 5, used: 5, waiting: 1 }), ['own']).statuses).toEqual([]);
    expect(placeWaiting(stock({}), []).stockAfter).toEqual(stock({}));
  });

  it('never oversells', () => {
    const line = fc.array(kind, { maxLength: 20 });
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.nat(9), line, (total, used, sharedQueue, kinds) => {
        const before = { total, used, waiting: kinds.length, sharedQueue };
        const { statuses, stockAfter } = placeWaiting(before, kinds);
        expectSame(stockAfter.used <= Math.max(total, used), true);
        expectSame(stockAfter.waiting + statuses.length, kinds.length);
        expectSame(statuses.length, Math.min(kinds.length, Math.max(0, total - used)));
      }),
      { numRuns: 100_000 },
    );
  });
});
