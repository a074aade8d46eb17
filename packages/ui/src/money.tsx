import type { CSSProperties } from 'react';
import { classes } from './classes.tsx';
import { useUi } from './ui-context.tsx';
import styles from './money.module.css';

/** Decimals of one unit: amounts travel as whole units of 10⁻⁸. */
const UNIT_DECIMALS = 8;

/** Nothing breaks here. */
const NBSP = '\u00a0';

/** Widths in digits, of the widest letters there are: separators, capitals; the code is written smaller. */
const SLIM = 0.5;
const WIDE = 1.1;
const ASSET_SCALE = 0.75;
const widthOf = (figure: string): number =>
  [...figure].reduce((sum, letter) => sum + (/[.,'’\s]/.test(letter) ? SLIM : 1), 0);

/** What stands in place of every hidden amount. */
export const HIDDEN = '********';

/**
 * Writes whole units of 10⁻⁸ as text: rounded toward zero to `precision` decimals, grouped as the locale does.
 * @param units amount in 10⁻⁸ of the asset
 * @param precision decimals shown, 0 to 8
 * @param locale BCP 47 tag
 */
export function formatUnits(units: bigint, precision: number, locale: string): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(UNIT_DECIMALS + 1, '0');
  const whole = BigInt(digits.slice(0, -UNIT_DECIMALS));
  const fraction = digits.slice(-UNIT_DECIMALS).slice(0, precision);
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: 'always' });
  const point = new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.';
  const isZero = whole === 0n && /^0*$/.test(fraction);
  const sign = negative && !isZero ? '−' : '';
  return sign + format.format(whole) + (fraction ? point + fraction : '');
}

/** A bare $ is a peso or a real to who reads these. */
const AMBIGUOUS = /^(?:es|pt)\b/;

/** Dollars as the locale writes them: "$1.50", "1,50 $", "1,50 US$". Units of 1e-8, rounded toward zero. */
export function formatUsd(units: bigint, precision: number, locale: string): string {
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: AMBIGUOUS.test(locale) ? 'symbol' : 'narrowSymbol',
  }).formatToParts(1.5);
  const number = new Set(['integer', 'decimal', 'fraction']);
  const first = parts.findIndex(({ type }) => number.has(type));
  const last = parts.findLastIndex(({ type }) => number.has(type));
  const text = (from: typeof parts) => from.map(({ value }) => value.replaceAll(' ', NBSP)).join('');
  const amount = formatUnits(units < 0n ? -units : units, precision, locale);
  const sign = formatUnits(units, precision, locale).startsWith('−') ? '−' : '';
  return sign + text(parts.slice(0, first)) + amount + text(parts.slice(last + 1));
}

export interface MoneyProps {
  /** Whole units of 10⁻⁸. */
  units: bigint;
  /** Decimals shown, rounded down. */
  precision: number;
  /** Code beside the number, such as USDT. */
  asset?: string | undefined;
  /** Dollars, exactly or about: the sign stands where the locale has it. */
  prefix?: '$' | '≈ $' | undefined;
  /** Writes + before a gain. */
  signed?: boolean | undefined;
  /** `fit`: as the text around it, smaller where its container has no room for that. */
  size?: 'inherit' | 'fit' | 'large' | 'figure' | undefined;
  /** False for prices and fees, which are no secret of the member. */
  hideable?: boolean | undefined;
  className?: string | undefined;
}

/** The one way to show an amount: tabular, the asset's precision, rounded down, its code beside it, never wrapped. */
export function Money(props: MoneyProps) {
  const { units, precision, asset, prefix, signed = false, size = 'inherit', hideable = true, className } = props;
  const { locale, hideAmounts, texts } = useUi();
  const plus = signed && units > 0n ? '+' : '';
  const hidden = hideAmounts && hideable;
  const amount = (prefix ? formatUsd : formatUnits)(units, precision, locale);
  const figure = hidden ? HIDDEN : plus + (prefix === '≈ $' ? `≈${NBSP}` : '') + amount;
  const name = classes('figure', styles.money, styles[size], className);
  // A large figure takes no more than its room, whatever letters the device has.
  const letters = widthOf(figure) + (hidden || !asset ? 0 : ASSET_SCALE * (SLIM + WIDE * asset.length));
  const style = size === 'inherit' ? undefined : ({ '--letters': letters } as CSSProperties);
  if (hidden) {
    return (
      <span className={name} style={style}>
        <span aria-hidden="true">{HIDDEN}</span>
        <span className="unseen">{texts.hiddenAmount}</span>
      </span>
    );
  }
  return (
    <span className={name} style={style}>
      {figure}
      {asset && <span className={styles.asset}>{NBSP + asset}</span>}
    </span>
  );
}
