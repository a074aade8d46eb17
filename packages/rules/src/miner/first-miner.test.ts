import { describe, expect, it } from 'vitest';
import { formatUnits, unitsOf } from '../wallet/money.ts';
import { swapTerms, type SwapPair } from '../wallet/swap.ts';
import { WALLET, type ByWallet } from '../wallet/wallet.ts';
import { firstMiner } from './first-miner.ts';

const offer = { priceUnits: unitsOf('1000'), quantity: 1, activationFeeUnits: unitsOf('10') };
const prices = { [WALLET.USDT]: unitsOf('1'), [WALLET.CW]: unitsOf('1'), [WALLET.AOGTD]: unitsOf('2') };
const pair = (to: SwapPair['to'], more: Partial<SwapPair> = {}): SwapPair => ({
  from: WALLET.USDT,
  to,
  spreadPpm: 5000,
  feePpm: 0,
  minUnits: unitsOf('1'),
  maxUnits: unitsOf('50000'),
  enabled: true,
  ...more,
});
const pairs = [pair(WALLET.CW), pair(WALLET.AOGTD)];
const way = (balances: ByWallet = {}, more: object = {}) => {
  const found = firstMiner({ offer, balances, prices, pairs, ...more });
  return found && [found.costCw, found.fromZero, found.missing].map(formatUnits);
};

describe('what the first miner asks of somebody who comes with USDT', () => {
  it('is its price and its activation, each with what the swap keeps', () => {
    // 1000 ÷ 0.995 and 20 ÷ (2 × 0.995), each rounded up to a cent.
    expect(way()).toEqual(['1000', '1015.09', '1015.09']);
  });

  it('says what the sum is made of', () => {
    const { feeAogtd, parts } = firstMiner({ offer, balances: {}, prices, pairs })!;
    expect([feeAogtd, parts.miner, parts.activation, parts.swaps].map(formatUnits)).toEqual([
      '20',
      '1000',
      '10',
      '5.09',
    ]);
  });

  it('is exactly enough: a cent less brings one of the two short', () => {
    const arrives = (to: SwapPair['to'], amount: string) =>
      formatUnits(swapTerms(pair(to), unitsOf(amount), prices)!.arrivesUnits);
    expect([arrives(WALLET.CW, '1005.03'), arrives(WALLET.CW, '1005.02')]).toEqual(['1000', '999.99']);
    expect([arrives(WALLET.AOGTD, '10.06'), arrives(WALLET.AOGTD, '10.05')]).toEqual(['20.0194', '19.9995']);
  });

  it.each([
    [{ [WALLET.CW]: unitsOf('1000') }, '10.06'],
    [{ [WALLET.AOGTD]: unitsOf('20') }, '1005.03'],
    [{ [WALLET.CW]: unitsOf('5000'), [WALLET.AOGTD]: unitsOf('20') }, '0'],
    // Less than a pair takes at once: as much as it does take.
    [{ [WALLET.CW]: unitsOf('999.9'), [WALLET.AOGTD]: unitsOf('20') }, '1'],
  ])('counts what is there already: %o', (balances, missing) => {
    expect(way(balances)).toEqual(['1000', '1015.09', missing]);
  });

  it('is nothing that can be said without a price, or where no swap leads from USDT', () => {
    expect(way({}, { prices: { [WALLET.CW]: unitsOf('1') } })).toBeNull();
    expect(way({}, { pairs: [pair(WALLET.CW)] })).toBeNull();
    expect(way({}, { pairs: [pair(WALLET.CW), pair(WALLET.AOGTD, { from: WALLET.BTC })] })).toBeNull();
  });
});
