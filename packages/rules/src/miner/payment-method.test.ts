import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { UNIT, units, unitsOf, ZERO } from '../wallet/money.ts';
import type { PaymentMethod, PaymentShare } from './payment-method.ts';
import {
  isPaymentMethod,
  PAYMENT_METHODS,
  parseAllowedMethods,
  paymentMethodLabel,
  paymentMethods,
  paymentPrice,
  sharesOf,
  splitPrice,
  X2_SHARES,
} from './payment-method.ts';
import { WALLET, WALLETS } from '../wallet/wallet.ts';
import type { ByWallet, WalletId } from '../wallet/wallet.ts';
import { expectSame } from '../../test/expect-same.ts';

const METHODS = paymentMethods();
/** The wallets that some method asks. */
const PAYING = [...new Set(METHODS.flatMap((method) => sharesOf(method).map(({ wallet }) => wallet)))];
const { USDT, CW, RW } = WALLET;
const ONE: ByWallet = { [CW]: units(UNIT), [RW]: units(UNIT) };
const plenty = unitsOf('1000000');
const runs = { numRuns: 100_000 };

describe('payment methods', () => {
  // proves 9: payment methods 1 to 6
  it('are labelled as the specification has them', () => {
    expect(METHODS.map(paymentMethodLabel)).toEqual([
      'CW 100%',
      'CW 90% + RW 10%',
      'CW 80% + RW 20%',
      'CW 70% + RW 30%',
      'CW 50% + RW 50%',
      '50% USDT + 40% CW + 10% RW',
    ]);
  });

  it.each(METHODS)('%i adds up to the whole price, each wallet once, and its first share is not capped', (method) => {
    const shares = sharesOf(method);
    expect(shares.reduce((sum, { bps }) => sum + bps, 0)).toBe(10_000);
    expect(new Set(shares.map(({ wallet }) => wallet)).size).toBe(shares.length);
    expect(shares.every(({ bps }) => bps > 0) && shares[0]!.capped).toBeFalsy();
  });

  it('are those of the table and no other', () => {
    expect([0, 1, METHODS.length, METHODS.length + 1].map(isPaymentMethod)).toEqual([false, true, true, false]);
  });

  // proves 9: methods 1 and 2 by default, else of the community
  it('come from the community, or are 1 and 2', () => {
    expect(parseAllowedMethods('1|2|6')).toEqual([1, 2, 6]);
    expect(parseAllowedMethods('5')).toEqual([5]);
    expect(parseAllowedMethods(' 3 | 3 |9|x|12|')).toEqual([3]);
    for (const nothing of ['', null, undefined, 'x', `0|${METHODS.length + 1}`, '|||'])
      expect(parseAllowedMethods(nothing)).toEqual([1, 2]);
  });

  it('are read from the setting whatever their number', () => {
    const table: Record<number, readonly PaymentShare[]> = PAYMENT_METHODS;
    table[10] = sharesOf(1);
    try {
      expect(parseAllowedMethods(paymentMethods().join('|'))).toEqual([...METHODS, 10]);
      expect(parseAllowedMethods('10|010|1e1|11')).toEqual([10]);
    } finally {
      delete table[10];
    }
  });
});

describe('splitting the price of a miner', () => {
  const split = (method: PaymentMethod, total: string, rwBalance = plenty as bigint, prices = ONE) =>
    splitPrice({
      shares: sharesOf(method),
      totalUsdt: unitsOf(total),
      prices,
      balances: { [RW]: units(rwBalance) },
    });

  it('takes 700 from CW and 300 from RW by method 4', () => {
    expect(split(4, '1000')).toEqual({ [CW]: unitsOf('700'), [RW]: unitsOf('300') });
  });

  it('takes 500 USDT, 400 CW and 100 RW by method 6', () => {
    expect(split(6, '1000')).toEqual({ [CW]: unitsOf('400'), [RW]: unitsOf('100'), [USDT]: unitsOf('500') });
  });

  // proves 9: amounts to 8 decimals, rounded down
  it('converts each part at the price of its wallet, rounded down at the eighth decimal', () => {
    const parts = split(2, '1000', plenty, { [CW]: unitsOf('0.7'), [RW]: unitsOf('0.3') });
    expect(parts).toEqual({ [CW]: unitsOf('1285.71428571'), [RW]: unitsOf('333.33333333') });
  });

  // proves 9: RW part capped at the RW balance
  it('adds to CW what the RW balance does not reach for', () => {
    expect(split(4, '1000', unitsOf('120'))).toEqual({ [CW]: unitsOf('880'), [RW]: unitsOf('120') });
    expect(split(4, '1000', 0n)).toEqual({ [CW]: unitsOf('1000'), [RW]: ZERO });
    expect(split(6, '1000', unitsOf('40'))).toEqual({
      [CW]: unitsOf('460'),
      [RW]: unitsOf('40'),
      [USDT]: unitsOf('500'),
    });
  });

  it('moves the cut-off part at the prices of both wallets', () => {
    // 100 USD of RW at 0.5 are 200 RW; 50 are there, so 150 RW worth 75 USD move to CW at 1.25: 60 more.
    expect(split(2, '1000', unitsOf('50'), { [CW]: unitsOf('1.25'), [RW]: unitsOf('0.5') })).toEqual({
      [CW]: unitsOf('780'),
      [RW]: unitsOf('50'),
    });
  });

  it('needs no RW price for CW alone, and refuses to divide by a missing one', () => {
    expect(split(1, '1000', 0n, { [CW]: units(UNIT) })[CW]).toBe(unitsOf('1000'));
    expect(() => split(2, '1000', 0n, { [CW]: units(UNIT) })).toThrow(RangeError);
    expect(() => split(1, '1000', 0n, { [RW]: units(UNIT) })).toThrow(RangeError);
  });

  it('refuses a method whose first share is capped, and a wallet that no miner is priced in', () => {
    const by = (...shares: PaymentShare[]) => splitPrice({ shares, totalUsdt: UNIT, prices: ONE, balances: {} });
    expect(() => by({ wallet: RW, bps: 10_000, capped: true })).toThrow('the first share');
    expect(() => by({ wallet: WALLET.AOGTD, bps: 10_000 })).toThrow(RangeError);
  });
});

describe('a price that is split by any shares', () => {
  /** Of up to four wallets, also those that no method names today. */
  const shares = fc
    .uniqueArray(fc.constantFrom(...WALLETS.map(({ id }) => id).filter((id) => id !== WALLET.AOGTD)), {
      minLength: 1,
      maxLength: 4,
    })
    .chain((wallets) =>
      fc
        .array(fc.tuple(fc.integer({ min: 1, max: 1000 }), fc.boolean()), {
          minLength: wallets.length,
          maxLength: wallets.length,
        })
        .map((drawn): PaymentShare[] => {
          const whole = drawn.reduce((sum, [weight]) => sum + weight, 0);
          const bps = drawn.map(([weight]) => Math.floor((weight * 10_000) / whole));
          bps[0]! += 10_000 - bps.reduce((sum, each) => sum + each, 0);
          return wallets.map((wallet, at) => ({ wallet, bps: bps[at]!, capped: at > 0 && drawn[at]![1] }));
        }),
    );
  const byWallet = (min: bigint, max: bigint) =>
    fc
      .array(fc.bigInt({ min, max }), { minLength: WALLETS.length, maxLength: WALLETS.length })
      .map((drawn) => Object.fromEntries(WALLETS.map(({ id }, at) => [id, units(drawn[at]!)])) as ByWallet);
  const input = fc.record({
    shares: fc.oneof(shares, fc.constantFrom(...METHODS.map(sharesOf), X2_SHARES)),
    totalUsdt: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    prices: byWallet(1n, 10n ** 12n),
    balances: fc.oneof(fc.constant({} as ByWallet), byWallet(0n, 10n ** 15n)),
  });
  const amount = (amounts: ByWallet, wallet: WalletId): bigint => amounts[wallet] ?? 0n;

  it('is worth the price to within one unit of each wallet, and never more than the price', () => {
    fc.assert(
      fc.property(input, (input) => {
        const amounts = splitPrice(input);
        const used: readonly PaymentShare[] = input.shares;
        // Everything in dollars × 1e16, so that the comparison is exact.
        const price = (wallet: WalletId) => paymentPrice(wallet, input.prices);
        const worth = WALLETS.reduce((sum, { id }) => sum + amount(amounts, id) * price(id), 0n);
        const oneUnitEach = used.reduce((sum, { wallet }) => sum + price(wallet), 0n);
        expectSame(worth <= input.totalUsdt * UNIT && worth > input.totalUsdt * UNIT - oneUnitEach, true);
      }),
      { numRuns: 30_000 },
    );
  });

  it('takes nothing from other wallets, no more than there is where it is capped, and nothing below zero', () => {
    fc.assert(
      fc.property(input, (input) => {
        const amounts = splitPrice(input);
        for (const { id } of WALLETS) {
          const share = input.shares.find(({ wallet }) => wallet === id);
          if (share === undefined) expectSame(amount(amounts, id), 0n);
          if (share?.capped) expectSame(amount(amounts, id) <= amount(input.balances, id), true);
          expectSame(amount(amounts, id) >= 0n, true);
        }
      }),
      { numRuns: 30_000 },
    );
  });

  it('takes no less from the wallet before when there is less in a capped one', () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(units);
    const method = fc.constantFrom(...METHODS);
    const total = fc.bigInt({ min: 0n, max: 10n ** 15n });
    const priced = fc.array(price, { minLength: PAYING.length, maxLength: PAYING.length });
    fc.assert(
      fc.property(method, total, priced, price, (by, totalUsdt, each, has) => {
        const shares = sharesOf(by);
        const prices: ByWallet = Object.fromEntries(PAYING.map((wallet, place) => [wallet, each[place]!]));
        const holding = (held: bigint) =>
          splitPrice({
            shares,
            totalUsdt,
            prices,
            balances: Object.fromEntries(shares.map(({ wallet }) => [wallet, units(held)])),
          });
        const [less, more] = [holding(has / 2n), holding(has)];
        return shares.every(
          ({ capped }, place) =>
            capped !== true || amount(less, shares[place - 1]!.wallet) >= amount(more, shares[place - 1]!.wallet),
        );
      }),
      runs,
    );
  });
});

describe('paying for X2', () => {
  // proves 9: X2: USDT 100 %
  it('takes everything from USDT', () => {
    const totalUsdt = unitsOf('10000');
    expect(splitPrice({ shares: X2_SHARES, totalUsdt, prices: {}, balances: {} })).toEqual({ [USDT]: totalUsdt });
  });
});
