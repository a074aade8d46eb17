import fc from 'fast-check';
import { describe, it } from 'vitest';
import { floorToPrecision, UNIT, units } from './money.ts';
import { amountToGet, swapTerms } from './swap.ts';
import { usdValue, WALLETS, walletById } from './wallet.ts';
import type { ByWallet, WalletId } from './wallet.ts';
import { expectSame } from '../../test/expect-same.ts';

const runs = { numRuns: 50_000 };
const price = fc.bigInt({ min: 1n, max: 10n ** 14n }).map(units);
const wallet = fc.constantFrom(...WALLETS.map(({ id }) => id));

/** Any two wallets at any prices, spread, fee and amount of the wallet's decimals. */
const swaps = fc
  .record({
    from: wallet,
    to: wallet,
    fromPrice: price,
    toPrice: price,
    spreadPpm: fc.nat(500_000),
    feePpm: fc.nat(500_000),
    amount: fc.bigInt({ min: 1n, max: 10n ** 16n }),
  })
  .filter(({ from, to }) => from !== to)
  .map(({ from, to, fromPrice, toPrice, spreadPpm, feePpm, amount }) => ({
    pair: { from, to, spreadPpm, feePpm },
    prices: { [from]: fromPrice, [to]: toPrice } as ByWallet,
    amount: floorToPrecision(amount, walletById(from).precision),
  }));

/** Dollars as a fraction, exactly. */
const worth = (id: WalletId, amount: bigint, prices: ByWallet): [bigint, bigint] =>
  walletById(id).priceMeaning === 'units_per_usd' ? [amount * UNIT, prices[id]!] : [amount * prices[id]!, UNIT];
const isAtMost = ([a, b]: [bigint, bigint], [c, d]: [bigint, bigint]): boolean => a * d <= c * b;

describe('a swap, whatever the wallets, prices and amounts', () => {
  it('never gives more than it takes at the price of both, the fee included', () => {
    fc.assert(
      fc.property(swaps, ({ pair, prices, amount }) => {
        const { arrivesUnits, feeUnits } = swapTerms(pair, amount, prices)!;
        expectSame(isAtMost(worth(pair.to, arrivesUnits + feeUnits, prices), worth(pair.from, amount, prices)), true);
        expectSame(
          usdValue(pair.to, arrivesUnits, prices[pair.to]!) <= usdValue(pair.from, amount, prices[pair.from]!),
          true,
        );
      }),
      runs,
    );
  });

  it('there and back never gains', () => {
    fc.assert(
      fc.property(swaps, ({ pair, prices, amount }) => {
        const there = swapTerms(pair, amount, prices)!.arrivesUnits;
        const back = swapTerms({ ...pair, from: pair.to, to: pair.from }, there, prices)!.arrivesUnits;
        expectSame(back <= amount, true);
      }),
      runs,
    );
  });

  it('brings no less than nothing, in decimals that its wallet shows, and never less for more', () => {
    fc.assert(
      fc.property(swaps, ({ pair, prices, amount }) => {
        const { arrivesUnits, feeUnits } = swapTerms(pair, amount, prices)!;
        const { precision } = walletById(pair.to);
        expectSame(arrivesUnits >= 0n && feeUnits >= 0n, true);
        expectSame(floorToPrecision(arrivesUnits, precision), arrivesUnits);
        const more = swapTerms(pair, amount * 2n, prices)!;
        expectSame(more.arrivesUnits >= arrivesUnits, true);
      }),
      runs,
    );
  });

  it('takes what the spread says and no more than a last digit beside it', () => {
    fc.assert(
      fc.property(swaps, ({ pair, prices, amount }) => {
        const free = swapTerms({ ...pair, spreadPpm: 0, feePpm: 0 }, amount, prices)!.arrivesUnits;
        const spread = swapTerms({ ...pair, feePpm: 0 }, amount, prices)!.arrivesUnits;
        const step = 10n ** BigInt(8 - walletById(pair.to).precision);
        const expected = (free * BigInt(1_000_000 - pair.spreadPpm)) / 1_000_000n;
        expectSame(spread <= free && spread >= expected - step && spread <= expected + 2n * step, true);
      }),
      runs,
    );
  });

  it('finds how much brings a wanted amount: enough, and hardly more', () => {
    fc.assert(
      fc.property(swaps, ({ pair, prices, amount: wanted }) => {
        const amount = amountToGet(pair, wanted, prices)!;
        expectSame(swapTerms(pair, amount, prices)!.arrivesUnits >= wanted, true);
        const step = 10n ** BigInt(8 - walletById(pair.from).precision);
        const digit = 10n ** BigInt(8 - walletById(pair.to).precision);
        const less = swapTerms(pair, amount - step > 0n ? amount - step : 0n, prices)!.arrivesUnits;
        expectSame(less < wanted + 3n * digit, true);
      }),
      runs,
    );
  });
});
