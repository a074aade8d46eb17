import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canMovePayout,
  confirmedOf,
  feesFor,
  PAYOUT_STATUS,
  payoutStatusName,
  replacementFees,
  sendingOf,
} from './payout.ts';

const ALL = Object.values(PAYOUT_STATUS);

describe('states of a payout', () => {
  it('move as the table says, and errored ones only to an end', () => {
    const moves = ALL.flatMap((from) => ALL.filter((to) => canMovePayout(from, to)).map((to) => `${from}-${to}`));
    expect(moves).toEqual(['0-1', '0-9', '1-0', '1-2', '1-7', '2-3', '2-7', '2-9', '7-3', '7-9']);
  });

  it('have words', () => {
    expect(ALL.map(payoutStatusName)).toEqual(['waiting', 'numbered', 'sent', 'confirmed', 'errored', 'failed']);
    expect(payoutStatusName(4)).toBe('unknown');
  });
});

it('a transaction is on its way, final or unknown, and else there is none', () => {
  const told = [null, ...ALL].map((payoutStatus) => sendingOf({ payoutStatus }));
  expect(told).toEqual([null, null, null, 'sent', 'final', 'errored', null]);
});

describe('blocks on a transaction', () => {
  it('are told while it is on its way and when it is final, and of one that nobody knows of never', () => {
    const told = (payoutStatus: (typeof ALL)[number] | null) =>
      confirmedOf({ payoutStatus, confirmed: 7, confirmations: 5 });
    expect([null, ...ALL].map(told)).toEqual([null, null, null, 5, 5, null, null]);
    expect(confirmedOf({ payoutStatus: PAYOUT_STATUS.SENT, confirmed: null, confirmations: 5 })).toBe(0);
  });
});

describe('fees', () => {
  const wei = fc.bigInt({ min: 0n, max: 10n ** 15n });

  it('of a replacement are at least 12.5 % higher, both, and no lower than those of a new transaction', () => {
    fc.assert(
      fc.property(wei, wei, wei, wei, (base, tip, baseNow, tipNow) => {
        const last = feesFor({ baseWei: base, priorityWei: tip });
        const now = feesFor({ baseWei: baseNow, priorityWei: tipNow });
        const next = replacementFees(last, now);
        for (const name of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
          expect(next[name] * 1000n >= last[name] * 1125n).toBe(true);
          expect(next[name] >= now[name]).toBe(true);
        }
        expect(next.maxPriorityFeePerGas <= next.maxFeePerGas).toBe(true);
      }),
    );
  });

  it('leave room for a base fee that doubles, and are never nothing', () => {
    expect(feesFor({ baseWei: 10n, priorityWei: 3n })).toEqual({ maxFeePerGas: 23n, maxPriorityFeePerGas: 3n });
    expect(feesFor({ baseWei: 0n, priorityWei: 0n })).toEqual({ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n });
  });
});
