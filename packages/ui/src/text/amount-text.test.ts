import { dollarOf, formatsOf, LANGUAGE_CODES } from '@minerx/rules/wire-language';
import fc from 'fast-check';
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

  it('writes every amount as Intl does, in each of our languages', () => {
    const intl = (units: bigint, precision: number, locale: string, more: Intl.NumberFormatOptions) => {
      const digits = String(units).replace('-', '').padStart(9, '0');
      const exact = `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8).slice(0, precision)}`;
      const decimals = { minimumFractionDigits: precision, maximumFractionDigits: precision };
      const format = new Intl.NumberFormat(locale, {
        ...decimals,
        useGrouping: true,
        signDisplay: 'negative',
        ...more,
      });
      return format
        .format(exact as Intl.StringNumericLiteral)
        .replace('-', '−')
        .replaceAll(' ', '\u00a0');
    };
    const amounts = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(
        amounts,
        fc.nat(63),
        fc.nat(8),
        fc.constantFrom(...LANGUAGE_CODES),
        (large, shift, precision, code) => {
          const units = large >> BigInt(shift);
          const [locale, dollar] = [formatsOf(code), dollarOf(code)];
          expect(formatUnits(units, precision, locale)).toBe(intl(units, precision, locale, {}));
          const currencyDisplay = dollar === 'US$' ? 'symbol' : 'narrowSymbol';
          const style = { style: 'currency', currency: 'USD', currencyDisplay } as const;
          expect(formatUsd(units, precision, locale, dollar)).toBe(intl(units, precision, locale, style));
        },
      ),
    );
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
