import type { ReactNode } from 'react';
import { classes } from '../classes.tsx';
import styles from './progress-ring.module.css';

interface ProgressRingProps {
  /** 0 to 1. */
  share: number;
  /** Name for screen readers. */
  label: string;
  /** The value as it is read: "3 of 10", "42 %". */
  valueText: string;
  /** CSS length of the width. */
  size?: string;
  tone?: 'accent' | 'gain' | 'wait';
  children?: ReactNode;
}

/** A ring that fills, with something in its middle. */
export function ProgressRing({ share, label, valueText, size = '5rem', tone = 'accent', children }: ProgressRingProps) {
  const filled = Math.min(1, Math.max(0, share));
  return (
    <div
      className={classes(styles.ring, styles[tone])}
      style={{ width: size, height: size }}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(filled * 100)}
      aria-valuetext={valueText}
    >
      <svg viewBox="0 0 64 64" fill="none" aria-hidden="true">
        <circle className={styles.track} cx="32" cy="32" r="27" />
        {filled > 0 && (
          <circle
            className={styles.value}
            cx="32"
            cy="32"
            r="27"
            pathLength="1"
            strokeDasharray={`${filled} 2`}
            transform="rotate(-90 32 32)"
          />
        )}
      </svg>
      <div className={styles.middle}>{children}</div>
    </div>
  );
}
