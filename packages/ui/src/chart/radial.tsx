import type { ReactNode } from 'react';
import { ProgressRing } from './progress-ring.tsx';
import styles from './radial.module.css';

interface RadialProps {
  /** 0 to 1: the filled part. */
  share: number;
  label: string;
  /** "62 %" */
  percent: string;
  /** Below the percentage. */
  caption?: ReactNode;
}

/** The large ring for stock: a percentage with its caption. */
export function Radial({ share, label, percent, caption }: RadialProps) {
  return (
    <ProgressRing share={share} label={label} valueText={percent} size="10rem" tone="accent">
      <span className={styles.percent}>{percent}</span>
      {caption && <span className={styles.caption}>{caption}</span>}
    </ProgressRing>
  );
}
