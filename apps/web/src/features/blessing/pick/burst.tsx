import type { CSSProperties } from 'react';
import styles from './burst.module.css';

const SPARKS = Array.from({ length: 18 }, (_, place) => ({
  turn: place * 20 + ((place * 7) % 5) * 3,
  /** How far, in widths of the card; three rings. */
  reach: 0.7 + ((place * 5) % 3) * 0.28,
  tone: ['gold', 'light', 'leaf'][place % 3],
}));

/** Sparks of gold that fly from a card, once. */
export function Burst() {
  return (
    <span className={styles.burst} aria-hidden="true">
      {SPARKS.map(({ turn, reach, tone }) => (
        <span
          key={turn}
          className={styles.spark}
          data-tone={tone}
          style={{ '--turn': `${turn}deg`, '--reach': reach } as CSSProperties}
        />
      ))}
    </span>
  );
}
