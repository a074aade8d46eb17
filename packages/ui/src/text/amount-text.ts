import type { Dollar } from '../ui-context.tsx';

/** Decimals of one unit: amounts travel as whole units of 10⁻⁸. */
const UNIT_DECIMALS = 8;

/** Nothing breaks here. */
export const NBSP = '\u00a0';

/** Before an amount that is worth about as much. */
export const ABOUT = `≈${NBSP}`;

/** What stands in place of every hidden amount. */
export const HIDDEN = '********';

/** How a language writes an amount, and around it dollars. In all of ours a minus stands first and digits go in threes. */
export interface AmountMarks {
  group: string;
  decimal: string;
  before: string;
  after: string;
}

/**
 * Writes whole units of 10⁻⁸ as text: rounded toward zero to `precision` decimals, grouped as the locale does.
 * @param units amount in 10⁻⁸ of the asset
 * @param precision decimals shown, 0 to 8
 * @param locale BCP 47 tag
 */
export const formatUnits = (units: bigint, precision: number, locale: string): string =>
  writeUnits(units, precision, marksOf(locale, '$'));

/** So many decimals that nothing is cut off, at least `precision`. */
export function exactPrecision(units: bigint, precision: number): number {
  const fraction = (units < 0n ? -units : units).toString().padStart(UNIT_DECIMALS, '0').slice(-UNIT_DECIMALS);
  return Math.max(precision, fraction.replace(/0+$/, '').length);
}

/** The same as dollars, with their sign as the reader knows it, where the locale has it: "$1.50", "1,50 $", "1,50 US$". */
export const formatUsd = (units: bigint, precision: number, locale: string, dollar: Dollar): string =>
  writeUsd(units, precision, marksOf(locale, dollar));

/** `formatUnits` by marks that are known already. */
export const writeUnits = (units: bigint, precision: number, marks: AmountMarks): string =>
  writeUsd(units, precision, { ...marks, before: '', after: '' });

/** `formatUsd` by marks that are known already. */
export function writeUsd(units: bigint, precision: number, { group, decimal, before, after }: AmountMarks): string {
  // In digits, so that none is lost to a number; cut, so that nothing is rounded up.
  const cut = units / 10n ** BigInt(UNIT_DECIMALS - precision);
  const digits = String(cut < 0n ? -cut : cut).padStart(precision + 1, '0');
  const point = digits.length - precision;
  const whole = digits.slice(0, point).replace(/\B(?=(?:\d{3})+$)/g, group);
  return (cut < 0n ? '−' : '') + before + whole + (precision > 0 ? decimal : '') + digits.slice(point) + after;
}

/** Asked for once: a list has hundreds of amounts. */
const known: Record<string, AmountMarks> = {};

/** What the browser knows of a language. To ask for the first one takes a slow phone long. */
export const marksOf = (locale: string, dollar: Dollar): AmountMarks =>
  (known[locale + dollar] ??= findMarks(locale, dollar));

function findMarks(locale: string, dollar: Dollar): AmountMarks {
  const currencyDisplay = dollar === '$' ? 'narrowSymbol' : 'symbol';
  // Of five digits: Spanish leaves four together, which here stand beside longer amounts that are grouped.
  const text = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay }).format(10_000);
  const [, before = '', group = '', decimal = '', after = ''] = /(.*)10(.)000(.)00(.*)/.exec(text) ?? [];
  return { before, group, decimal, after };
}
