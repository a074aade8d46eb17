import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { UNIT, unitsOf } from './money.ts';
import type { PaymentMethod } from './payment-method.ts';
import {
  basisPoints,
  isPaymentMethod,
  parseAllowedMethods,
  paymentMethodLabel,
  paymentMethodParts,
  splitPrice,
  splitX2,
  splitX2Alternative,
} from './payment-method.ts';

const METHODS: readonly PaymentMethod[] = [1, 2, 3, 4, 5, 6];
const ONE = { CW: UNIT, RW: UNIT };
const plenty = unitsOf('1000000');
const runs = { numRuns: 100_000 };

describe('payment methods', () => {
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

  it('add up to the whole price', () => {
    for (const method of METHODS) {
      expect(paymentMethodParts(method).reduce((sum, part) => sum + part.percent, 0)).toBe(100);
      expect(basisPoints(method, 'cw') + basisPoints(method, 'rw') + basisPoints(method, 'usdt')).toBe(10_000);
    }
    expect([0, 1, 6, 7].map(isPaymentMethod)).toEqual([false, true, true, false]);
  });

  it('come from the community, or are 1 and 2', () => {
    expect(parseAllowedMethods('1|2|6')).toEqual([1, 2, 6]);
    expect(parseAllowedMethods('5')).toEqual([5]);
    expect(parseAllowedMethods(' 3 | 3 |9|x|12|')).toEqual([3]);
    for (const nothing of ['', null, undefined, 'x', '0|7', '|||'])
      expect(parseAllowedMethods(nothing)).toEqual([1, 2]);
  });
});

describe('splitting the price of a miner', () => {
  const split = (method: PaymentMethod, total: string, rwBalance = plenty as bigint, prices = ONE) =>
    splitPrice({ method, totalUsdt: unitsOf(total), prices, rwBalance });

  it('takes 700 from CW and 300 from RW by method 4', () => {
    expect(split(4, '1000')).toEqual({ cw: unitsOf('700'), rw: unitsOf('300'), usdt: 0n });
  });

  it('takes 500 USDT, 400 CW and 100 RW by method 6', () => {
    expect(split(6, '1000')).toEqual({ cw: unitsOf('400'), rw: unitsOf('100'), usdt: unitsOf('500') });
  });

  it('converts each part at the price of its wallet, rounded down at the eighth decimal', () => {
    const parts = split(2, '1000', plenty, { CW: unitsOf('0.7'), RW: unitsOf('0.3') });
    expect(parts).toEqual({ cw: unitsOf('1285.71428571'), rw: unitsOf('333.33333333'), usdt: 0n });
  });

  it('adds to CW what the RW balance does not reach for', () => {
    expect(split(4, '1000', unitsOf('120'))).toEqual({ cw: unitsOf('880'), rw: unitsOf('120'), usdt: 0n });
    expect(split(4, '1000', 0n)).toEqual({ cw: unitsOf('1000'), rw: 0n, usdt: 0n });
    expect(split(6, '1000', unitsOf('40'))).toEqual({ cw: unitsOf('460'), rw: unitsOf('40'), usdt: unitsOf('500') });
  });

  it('moves the cut-off part at the prices of both wallets', () => {
    // 100 USD of RW at 0.5 are 200 RW; 50 are there, so 150 RW worth 75 USD move to CW at 1.25: 60 more.
    expect(split(2, '1000', unitsOf('50'), { CW: unitsOf('1.25'), RW: unitsOf('0.5') })).toEqual({
      cw: unitsOf('780'),
      rw: unitsOf('50'),
      usdt: 0n,
    });
  });

  it('needs no RW price for CW alone, and refuses to divide by a missing one', () => {
    expect(split(1, '1000', 0n, { CW: UNIT, RW: 0n as never }).cw).toBe(unitsOf('1000'));
    expect(() => split(2, '1000', 0n, { CW: UNIT, RW: 0n as never })).toThrow(RangeError);
    expect(() => split(1, '1000', 0n, { CW: 0n as never, RW: UNIT })).toThrow(RangeError);
  });

  const price = fc.bigInt({ min: 1n, max: 10n ** 12n });
  const wish = fc.record({
    method: fc.constantFrom(...METHODS),
    totalUsdt: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    cwPrice: price,
    rwPrice: price,
    rwBalance: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 15n })),
  });

  it('is worth the price to within one unit of each wallet, and never more than the price', () => {
    fc.assert(
      fc.property(wish, ({ method, totalUsdt, cwPrice, rwPrice, rwBalance }) => {
        const parts = splitPrice({ method, totalUsdt, prices: { CW: cwPrice, RW: rwPrice }, rwBalance });
        // Everything in dollars × 1e16, so that the comparison is exact.
        const worth = parts.cw * cwPrice + parts.rw * rwPrice + parts.usdt * UNIT;
        const oneUnitEach = cwPrice + rwPrice + UNIT;
        expect(worth <= totalUsdt * UNIT).toBe(true);
        expect(worth > totalUsdt * UNIT - oneUnitEach).toBe(true);
      }),
      runs,
    );
  });

  it('never takes more RW than there is, nor from a wallet outside the method, nor a negative part', () => {
    fc.assert(
      fc.property(wish, ({ method, totalUsdt, cwPrice, rwPrice, rwBalance }) => {
        const parts = splitPrice({ method, totalUsdt, prices: { CW: cwPrice, RW: rwPrice }, rwBalance });
        expect(parts.rw <= rwBalance && parts.cw >= 0n && parts.rw >= 0n && parts.usdt >= 0n).toBe(true);
        if (basisPoints(method, 'rw') === 0) expect(parts.rw).toBe(0n);
        if (basisPoints(method, 'usdt') === 0) expect(parts.usdt).toBe(0n);
      }),
      runs,
    );
  });

  it('takes no less CW when there is less RW', () => {
    fc.assert(
      fc.property(wish, ({ method, totalUsdt, cwPrice, rwPrice, rwBalance }) => {
        const prices = { CW: cwPrice, RW: rwPrice };
        const less = splitPrice({ method, totalUsdt, prices, rwBalance: rwBalance / 2n });
        return less.cw >= splitPrice({ method, totalUsdt, prices, rwBalance }).cw;
      }),
      runs,
    );
  });
});

describe('paying for X2', () => {
  it('takes everything from USDT', () => {
    expect(splitX2(unitsOf('10000'))).toEqual({ cw: 0n, rw: 0n, usdt: unitsOf('10000') });
  });

  it('in its other form takes a tenth from the fifth wallet, capped at its balance, and the rest from USDT', () => {
    const total = unitsOf('10000');
    expect(splitX2Alternative({ total, fifthWalletBalance: plenty, price: UNIT })).toEqual({
      cw: 0n,
      rw: unitsOf('1000'),
      usdt: unitsOf('9000'),
    });
    expect(splitX2Alternative({ total, fifthWalletBalance: unitsOf('1.5'), price: UNIT }).usdt).toBe(unitsOf('9998.5'));
    expect(splitX2Alternative({ total, fifthWalletBalance: plenty, price: unitsOf('2') }).rw).toBe(unitsOf('500'));
  });

  it('in its other form always covers the price, by less than a unit too much', () => {
    const big = fc.bigInt({ min: 0n, max: 10n ** 15n });
    fc.assert(
      fc.property(big, big, fc.bigInt({ min: 1n, max: 10n ** 12n }), (total, fifthWalletBalance, price) => {
        const parts = splitX2Alternative({ total, fifthWalletBalance, price });
        const worth = parts.rw * price + parts.usdt * UNIT;
        expect(parts.rw <= fifthWalletBalance && parts.usdt >= 0n).toBe(true);
        expect(worth >= total * UNIT && worth < (total + 1n) * UNIT).toBe(true);
      }),
      runs,
    );
  });
});
