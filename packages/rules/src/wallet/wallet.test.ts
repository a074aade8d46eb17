import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { UNIT, unitsOf } from './money.ts';
import {
  isWalletId,
  listedWalletIds,
  totalAssetUsd,
  unitsForUsd,
  usablePrices,
  usdValue,
  WALLET,
  walletById,
  walletByName,
  WALLETS,
} from './wallet.ts';

/** Of the specification; a wallet of our own stands behind them. */
const ELEVEN = WALLETS.slice(0, 11);

describe('the eleven wallets', () => {
  it('stand in their positions, the id one more than the position', () => {
    expect(ELEVEN.map((wallet) => wallet.name)).toEqual([
      'USDT',
      'AOGTD',
      'BTC',
      'CW',
      'RW',
      'AOGP',
      'GBPT',
      'RSP',
      'NFTC',
      'AOG',
      'LOCK',
    ]);
    WALLETS.forEach((wallet, position) => {
      expect(wallet.position).toBe(position);
      expect(wallet.id).toBe(position + 1);
      expect(WALLET[wallet.name]).toBe(wallet.id);
      expect(walletById(wallet.id)).toBe(wallet);
      expect(walletByName(wallet.name)).toBe(wallet);
    });
  });

  // proves 9: wallets 1, 2, 3, 4, 5 and 10 are listed
  // proves 9: decimals of each wallet
  it('list six of them, with their precisions', () => {
    const listed = ELEVEN.filter(({ id }) => listedWalletIds.includes(id));
    expect(listed.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 10]);
    expect(listed.map(({ precision }) => precision)).toEqual([2, 4, 8, 2, 2, 4]);
  });

  it('know their ids', () => {
    expect(WALLETS.every(({ id }) => isWalletId(id))).toBe(true);
    expect([0, WALLETS.length + 1, 1.5, Number.NaN].some(isWalletId)).toBe(false);
  });
});

describe('dollar values', () => {
  it('divide AOGTD by its price and multiply the others', () => {
    expect(usdValue(WALLET.AOGTD, unitsOf('1000'), unitsOf('250'))).toBe(unitsOf('4'));
    expect(usdValue(WALLET.BTC, unitsOf('0.5'), unitsOf('98000.5'))).toBe(unitsOf('49000.25'));
  });

  it('round down at the eighth decimal', () => {
    expect(usdValue(WALLET.AOGTD, unitsOf('1'), unitsOf('3'))).toBe(unitsOf('0.33333333'));
    expect(usdValue(WALLET.CW, 1n, unitsOf('0.99'))).toBe(0n);
  });

  it('are zero while a price is missing, instead of failing', () => {
    expect(usdValue(WALLET.AOGTD, unitsOf('5'), 0n)).toBe(0n);
    expect(usdValue(WALLET.CW, unitsOf('5'), 0n)).toBe(0n);
  });

  it('turn into units again without gaining anything', () => {
    expect(() => unitsForUsd(WALLET.CW, UNIT, 0n)).toThrow(RangeError);
    const wallet = fc.constantFrom(WALLET.AOGTD, WALLET.CW, WALLET.BTC);
    const value = fc.bigInt({ min: 0n, max: 10n ** 16n });
    fc.assert(
      fc.property(wallet, value, fc.bigInt({ min: 1n, max: 10n ** 14n }), (id, usd, price) => {
        return usdValue(id, unitsForUsd(id, usd, price), price) <= usd;
      }),
      { numRuns: 100_000 },
    );
  });
});

describe('total asset', () => {
  // proves 9: total asset of 11 wallets, AOGTD divided
  it('sums all positions, AOGTD divided, the others multiplied', () => {
    const balances = WALLETS.map(() => unitsOf('10'));
    const prices = WALLETS.map((wallet) => unitsOf(wallet.name === 'AOGTD' ? '4' : '2'));
    expect(totalAssetUsd(balances, prices)).toBe(unitsOf('2.5') + BigInt(WALLETS.length - 1) * unitsOf('20'));
  });

  it('counts missing positions as zero', () => {
    expect(totalAssetUsd([unitsOf('7.77')], [UNIT])).toBe(unitsOf('7.77'));
    expect(totalAssetUsd([], [])).toBe(0n);
  });
});

describe('prices that money may move by', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const prices = { [WALLET.BTC]: unitsOf('95000'), [WALLET.CW]: unitsOf('1') };
  const aged = (ms: number) => ({ [WALLET.BTC]: new Date(now - ms), [WALLET.CW]: new Date(now - 9e9) });

  it('are all of them while the one of BTC is at most five minutes old, and those of operators for ever', () => {
    expect(usablePrices(prices, aged(300_000), now)).toEqual(prices);
    expect(usablePrices(prices, aged(300_001), now)).toEqual({ [WALLET.CW]: unitsOf('1') });
    expect(usablePrices(prices, {}, now)).toEqual({ [WALLET.CW]: unitsOf('1') });
  });

  it('are none of BTC’s from the future, but for what two clocks differ', () => {
    expect(usablePrices(prices, aged(-5_000), now)).toEqual(prices);
    expect(usablePrices(prices, aged(-5_001), now)).toEqual({ [WALLET.CW]: unitsOf('1') });
  });
});
