import type { CSSProperties } from 'react';
import { classes } from '../classes.tsx';
import { useUi, type Dollar } from '../ui-context.tsx';
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

interface MoneyProps {
  /** Whole units of 10⁻⁸. */
  units: bigint;
  /** Decimals shown, rounded down. */
  precision: number;
  /** Shows more decimals where the amount has them: for figures that are added up. */
  exact?: boolean | undefined;
  /** Code beside the number, such as USDT. */
  asset?: string | undefined;
  /** Dollars, exactly or about: the sign stands where the locale has it. */
  prefix?: '$' | '≈ $' | undefined;
  /** Writes + before a gain. */
  signed?: boolean | undefined;
  /** Each of them smaller where its container has no room for it. */
  size?: 'inherit' | 'large' | 'figure' | undefined;
  /** False for prices and fees, which are no secret of the member. */
  hideable?: boolean | undefined;
  className?: string | undefined;
}

/** The one way to show an amount: tabular, the asset's precision, rounded down, its code beside it, never wrapped. */
export function Money(props: MoneyProps) {
  const { units, asset, prefix, signed = false, size = 'inherit', hideable = true, className } = props;
  const precision = props.exact ? exactPrecision(units, props.precision) : props.precision;
  const { locale, dollar, hideAmounts, texts } = useUi();
  const plus = signed && units > 0n ? '+' : '';
  const hidden = hideAmounts && hideable;
  const amount = prefix ? formatUsd(units, precision, locale, dollar) : formatUnits(units, precision, locale);
  const figure = hidden ? HIDDEN : plus + (prefix === '≈ $' ? `≈${NBSP}` : '') + amount;
  const name = classes('figure', styles.money, styles[size], className);
  // A figure takes no more than its room, whatever letters the device has.
  const letters = widthOf(figure) + (hidden || !asset ? 0 : ASSET_SCALE * (SLIM + WIDE * asset.length));
  const style = { '--letters': letters } as CSSProperties;
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
