import { describe, expect, it } from 'vitest';
import { exactPrecision, formatUnits, formatUsd } from './amount-text.ts';

describe('amounts as text', () => {
  it('rounds down, never up', () => {
    expect(formatUnits(199_999_999n, 2, 'en')).toBe('1.99');
    expect(formatUnits(-199_999_999n, 2, 'en')).toBe('−1.99');
  });

  it('groups and parts decimals as the language does', () => {
    expect(formatUnits(123_456_789_000_000n, 2, 'en')).toBe('1,234,567.89');
    expect(formatUnits(123_456_789_000_000n, 2, 'de')).toBe('1.234.567,89');
    // Spanish would leave four digits alone, and not those in the row below.
    expect(formatUnits(250_000_000_000n, 2, 'es')).toBe('2.500,00');
  });

  it('keeps every digit of amounts beyond what a number can hold', () => {
    expect(formatUnits(9_223_372_036_854_775_807n, 8, 'en')).toBe('92,233,720,368.54775807');
  });

  it('puts the dollar where the language has it, and says whose dollar where that is not clear', () => {
    const units = 2_837_822_900_000n;
    expect(formatUsd(units, 2, 'en', '$')).toBe('$28,378.22');
    expect(formatUsd(-units, 2, 'en', '$')).toBe('−$28,378.22');
    expect(formatUsd(units, 2, 'de', '$')).toBe('28.378,22\u00a0$');
    expect(formatUsd(units, 2, 'es', 'US$')).toBe('28.378,22\u00a0US$');
    expect(formatUsd(units, 2, 'pt', 'US$')).toBe('US$\u00a028.378,22');
    expect(formatUsd(units, 2, 'zh-Hant', 'US$')).toBe('US$28,378.22');
    expect(formatUsd(units, 0, 'th', '$')).toBe('$28,378');
    expect(formatUsd(9_223_372_036_854_775_807n, 8, 'en-GB', '$')).toBe('$92,233,720,368.54775807');
  });

  it('knows how many decimals cut nothing off', () => {
    expect(exactPrecision(-10_000_000_001n, 2)).toBe(8);
    expect(exactPrecision(32_500_00000000n, 2)).toBe(2);
    expect(exactPrecision(1_500_000n, 2)).toBe(3);
    expect(exactPrecision(1n, 2)).toBe(8);
    expect(exactPrecision(0n, 0)).toBe(0);
  });

  it('shows zero without a sign and no decimals where the asset has none', () => {
    expect(formatUnits(-1n, 2, 'en')).toBe('0.00');
    expect(formatUnits(1_000_00000000n, 0, 'en')).toBe('1,000');
  });
});
