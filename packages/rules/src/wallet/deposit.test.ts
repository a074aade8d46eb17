import { describe, expect, it } from 'vitest';
import { confirmationsOf, reachesMinimum, tokenOfUnits, unitsOfToken } from './deposit.ts';

describe('a block', () => {
  it('counts itself among its confirmations', () => {
    expect([confirmationsOf(10, 9), confirmationsOf(10, 10), confirmationsOf(10, 24)]).toEqual([0, 1, 15]);
  });
});

describe('amounts of a token', () => {
  it('are rounded down to ours', () => {
    expect(unitsOfToken(10n ** 18n, 18)).toBe(100_000_000n);
    expect(unitsOfToken(9_999_999_999n, 18)).toBe(0n);
    expect(unitsOfToken(1_500_000n, 6)).toBe(150_000_000n);
    expect(unitsOfToken(7n, 8)).toBe(7n);
  });

  it('come back as they were where nothing was lost', () => {
    expect(tokenOfUnits(unitsOfToken(5n * 10n ** 17n, 18), 18)).toBe(5n * 10n ** 17n);
    expect(tokenOfUnits(123n, 6)).toBe(1n);
  });
});

describe('small deposits', () => {
  it('wait until together they reach the minimum', () => {
    expect(reachesMinimum([40n, 59n], 100n)).toBe(false);
    expect(reachesMinimum([40n, 60n], 100n)).toBe(true);
    expect(reachesMinimum([0n, 0n], 0n)).toBe(false);
  });
});
