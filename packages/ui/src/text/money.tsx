import type { CSSProperties } from 'react';
import { classes } from '../classes.tsx';
import { useUi } from '../ui-context.tsx';
import { ABOUT, exactPrecision, formatUnits, formatUsd, HIDDEN, NBSP } from './amount-text.ts';
import styles from './money.module.css';

/** Widths in digits, of the widest letters there are: separators, capitals; the code is written smaller. */
const SLIM = 0.5;
const WIDE = 1.1;
const ASSET_SCALE = 0.75;
const widthOf = (figure: string): number =>
  [...figure].reduce((sum, letter) => sum + (/[.,'’\s]/.test(letter) ? SLIM : 1), 0);

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
  /** A zero as a soft dash, where most figures of a list are zero; it is still read out as the zero that it is. */
  dash?: boolean | undefined;
  /** False for prices and fees, which are no secret of the member. */
  hideable?: boolean | undefined;
  className?: string | undefined;
}

/** The one way to show an amount: tabular, the asset's precision, rounded down, its code beside it, never wrapped. */
export function Money(props: MoneyProps) {
  const { units, asset, prefix, signed = false, size = 'inherit', hideable = true, dash = false, className } = props;
  const precision = props.exact ? exactPrecision(units, props.precision) : props.precision;
  const { locale, dollar, hideAmounts, texts } = useUi();
  const plus = signed && units > 0n ? '+' : '';
  const hidden = hideAmounts && hideable;
  const amount = prefix ? formatUsd(units, precision, locale, dollar) : formatUnits(units, precision, locale);
  const figure = hidden ? HIDDEN : plus + (prefix === '≈ $' ? ABOUT : '') + amount;
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
  if (dash && units === 0n) {
    return (
      <span className={classes(styles.zero, className)}>
        <span aria-hidden="true">–</span>
        <span className="unseen">{figure}</span>
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
