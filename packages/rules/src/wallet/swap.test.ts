import { describe, expect, it } from 'vitest';
import { unitsOf } from './money.ts';
import { decideSwapQuote, findSwapRefusal, swapTerms } from './swap.ts';
import type { SwapPair, SwapQuoteState } from './swap.ts';
import { WALLET } from './wallet.ts';

const pair: SwapPair = {
  from: WALLET.USDT,
  to: WALLET.CW,
  spreadPpm: 5000,
  feePpm: 0,
  minUnits: unitsOf('1'),
  maxUnits: unitsOf('1000'),
  enabled: true,
};
const prices = {
  [WALLET.USDT]: unitsOf('1'),
  [WALLET.CW]: unitsOf('1'),
  [WALLET.AOGTD]: unitsOf('2'),
  [WALLET.BTC]: unitsOf('60000'),
};
const state: SwapQuoteState = { pair, prices, liquidityUnits: unitsOf('500') };
const refusalOf = (change: Partial<SwapQuoteState>, amount = '100') => {
  const quoted = decideSwapQuote({ ...state, ...change }, unitsOf(amount));
  return quoted.ok ? null : quoted.refusal;
};

describe('what a swap brings', () => {
  it.each([
    // 100 × 0.995
    [WALLET.USDT, WALLET.CW, 5000, 0, '100', '99.5', '0'],
    // The price of AOGTD says how many a dollar buys: 100 × 2 × 0.995
    [WALLET.USDT, WALLET.AOGTD, 5000, 0, '100', '199', '0'],
    [WALLET.AOGTD, WALLET.USDT, 5000, 0, '100', '49.75', '0'],
    // 100 ÷ 60 000 × 0.995, at eight decimals
    [WALLET.USDT, WALLET.BTC, 5000, 0, '100', '0.00165833', '0'],
    [WALLET.BTC, WALLET.USDT, 5000, 0, '0.00165833', '99.00', '0'],
    // A fee of 1 % of 99.50, rounded up at two decimals
    [WALLET.USDT, WALLET.CW, 5000, 10_000, '100', '98.5', '1'],
    [WALLET.USDT, WALLET.CW, 0, 1, '100', '99.99', '0.01'],
  ] as const)('%i → %i, spread %i, fee %i: %s brings %s', (from, to, spreadPpm, feePpm, amount, arrives, fee) => {
    expect(swapTerms({ from, to, spreadPpm, feePpm }, unitsOf(amount), prices)).toMatchObject({
      arrivesUnits: unitsOf(arrives),
      feeUnits: unitsOf(fee),
    });
  });

  it('is read both ways round, with the spread taken off, so that it leads to what arrives', () => {
    expect(swapTerms({ ...pair, to: WALLET.BTC }, unitsOf('1'), prices)).toMatchObject({
      rateUnits: unitsOf('0.00001658'),
      backRateUnits: unitsOf('60301.50753768'),
    });
    expect(swapTerms({ ...pair, to: WALLET.AOGTD }, unitsOf('33.33'), prices)).toMatchObject({
      rateUnits: unitsOf('1.99'),
      // 33.33 × 1.99, at four decimals
      arrivesUnits: unitsOf('66.3267'),
    });
  });
});

describe('a quote', () => {
  it('is given for a pair that operators offer, within its bounds and decimals', () => {
    expect(refusalOf({})).toBeNull();
    expect(refusalOf({ pair: null })).toBe('err_swap_pair');
    expect(refusalOf({ pair: { ...pair, enabled: false } })).toBe('err_swap_pair');
    for (const amount of ['0', '0.99', '1000.01', '10.001']) expect(refusalOf({}, amount)).toBe('err_swap_amount');
    expect(decideSwapQuote(state, unitsOf('0.5'))).toMatchObject({
      bounds: { minUnits: pair.minUnits, maxUnits: pair.maxUnits },
    });
  });

  it('is not given without a price, for nothing, or beyond what the house has', () => {
    expect(refusalOf({ prices: { [WALLET.USDT]: unitsOf('1') } })).toBe('err_price_stale');
    expect(refusalOf({ prices: { ...prices, [WALLET.CW]: unitsOf('1000000') } })).toBe('err_swap_amount');
    expect(refusalOf({ liquidityUnits: unitsOf('99.5') })).toBeNull();
    expect(refusalOf({ liquidityUnits: unitsOf('99.49') })).toBe('err_swap_liquidity');
  });

  it('stands for its time, once, with the money for it on both sides', () => {
    const at = Date.parse('2026-11-20T12:00:00Z');
    const quote = {
      from: WALLET.USDT,
      to: WALLET.CW,
      amountUnits: unitsOf('100'),
      arrivesUnits: unitsOf('98.5'),
      feeUnits: unitsOf('1'),
      prices: { [WALLET.USDT]: unitsOf('1'), [WALLET.CW]: unitsOf('1') },
      spreadPpm: 5000,
      feePpm: 10_000,
      given: true,
      expiresAt: new Date(at),
      taken: false,
    };
    const one = { quote, balanceUnits: unitsOf('100'), liquidityUnits: unitsOf('99.5'), now: new Date(at - 1) };
    expect(findSwapRefusal(one)).toBeNull();
    expect(findSwapRefusal({ ...one, now: new Date(at) })).toBe('err_swap_quote');
    expect(findSwapRefusal({ ...one, quote: { ...quote, taken: true } })).toBe('err_swap_quote');
    for (const invented of [{ given: false }, { arrivesUnits: unitsOf('98.6') }, { feeUnits: 0n }, { spreadPpm: 0 }])
      expect(findSwapRefusal({ ...one, quote: { ...quote, ...invented } })).toBe('err_swap_quote');
    expect(findSwapRefusal({ ...one, balanceUnits: unitsOf('99.99') })).toBe('err_insufficient_balance');
    expect(findSwapRefusal({ ...one, liquidityUnits: unitsOf('99.49') })).toBe('err_swap_liquidity');
  });
});
