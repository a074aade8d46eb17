import type { Dollar } from '../ui-context.tsx';

/** Decimals of one unit: amounts travel as whole units of 10⁻⁸. */
const UNIT_DECIMALS = 8;

/** Nothing breaks here. */
export const NBSP = '\u00a0';

/** Before an amount that is worth about as much. */
export const ABOUT = `≈${NBSP}`;

/** What stands in place of every hidden amount. */
export const HIDDEN = '********';

/**
 * Writes whole units of 10⁻⁸ as text: rounded toward zero to `precision` decimals, grouped as the locale does.
 * @param units amount in 10⁻⁸ of the asset
 * @param precision decimals shown, 0 to 8
 * @param locale BCP 47 tag
 */
export const formatUnits = (units: bigint, precision: number, locale: string): string =>
  write(units, precision, locale);

/** So many decimals that nothing is cut off, at least `precision`. */
export function exactPrecision(units: bigint, precision: number): number {
  const fraction = (units < 0n ? -units : units).toString().padStart(UNIT_DECIMALS, '0').slice(-UNIT_DECIMALS);
  return Math.max(precision, fraction.replace(/0+$/, '').length);
}

/** The same as dollars, with their sign as the reader knows it, where the locale has it: "$1.50", "1,50 $", "1,50 US$". */
export const formatUsd = (units: bigint, precision: number, locale: string, dollar: Dollar): string =>
  write(units, precision, locale, dollar);

function write(units: bigint, precision: number, locale: string, dollar?: Dollar): string {
  const digits = (units < 0n ? -units : units).toString().padStart(UNIT_DECIMALS + 1, '0');
  const sign = units < 0n ? '-' : '';
  const whole = digits.slice(0, -UNIT_DECIMALS);
  const fraction = digits.slice(-UNIT_DECIMALS).slice(0, precision);
  // As text, so that no digit is lost to a number; cut here, so that nothing is left to round.
  const exact = `${sign}${whole}.${fraction}` as Intl.StringNumericLiteral;
  return formatOf(precision, locale, dollar).format(exact).replace('-', '−').replaceAll(' ', NBSP);
}

/** Made at their first use: a list has hundreds of amounts. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(precision: number, locale: string, dollar: Dollar | undefined): Intl.NumberFormat {
  const key = [precision, locale, dollar].join();
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: precision,
    maximumFractionDigits: precision,
    // Spanish alone would leave four digits together, beside longer amounts that are grouped.
    useGrouping: true,
    signDisplay: 'negative',
    style: dollar ? 'currency' : 'decimal',
    currency: 'USD',
    currencyDisplay: dollar === 'US$' ? 'symbol' : 'narrowSymbol',
  });
  formats.set(key, format);
  return format;
}
