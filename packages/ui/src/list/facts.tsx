import type { ReactNode } from 'react';
import { classes } from '../classes.tsx';
import styles from './facts.module.css';

interface FactsProps {
  /** Two columns, for values of several words; else each value ends its line. */
  columns?: boolean;
  /** A rule between the lines. */
  ruled?: boolean;
  /** Values as small as their names. */
  small?: boolean;
  /** Values in plain weight. */
  quiet?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Names, each with its value. */
export function Facts({
  columns = false,
  ruled = false,
  small = false,
  quiet = false,
  className,
  children,
}: FactsProps) {
  return (
    <dl
      className={classes(
        styles.facts,
        columns ? styles.columns : styles.lines,
        ruled && styles.ruled,
        small && styles.small,
        quiet && styles.quiet,
        className,
      )}
    >
      {children}
    </dl>
  );
}

interface FactProps {
  label: ReactNode;
  /** What is to be known of the value. */
  note?: ReactNode;
  strong?: boolean;
  /** The value stands below its name. */
  wide?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

export function Fact({ label, note, strong = false, wide = false, className, children }: FactProps) {
  return (
    <div className={className} data-strong={strong || undefined} data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}
