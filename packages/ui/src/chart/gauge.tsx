import type { ReactNode } from 'react';
import styles from './gauge.module.css';

/** The dial spans 285 degrees, open at the bottom. */
const SPAN = 285;
const RADIUS = 84;
const CENTRE = 100;
const START = 90 + (360 - SPAN) / 2;

function pointAt(share: number, radius: number): [x: number, y: number] {
  const angle = ((START + share * SPAN) * Math.PI) / 180;
  return [CENTRE + radius * Math.cos(angle), CENTRE + radius * Math.sin(angle)];
}

const [startX, startY] = pointAt(0, RADIUS);
const [endX, endY] = pointAt(1, RADIUS);
const ARC = `M${startX} ${startY}A${RADIUS} ${RADIUS} 0 1 1 ${endX} ${endY}`;
const ticks = Array.from({ length: 31 }, (_, place) => {
  const [x1, y1] = pointAt(place / 30, RADIUS - 15);
  const [x2, y2] = pointAt(place / 30, RADIUS - (place % 5 === 0 ? 23 : 19));
  return `M${x1} ${y1}L${x2} ${y2}`;
}).join('');

interface GaugeProps {
  /** 0 to 1; above 1 is drawn full. */
  share: number;
  /** The last value of a silent feed: grey after a while. */
  old?: boolean;
  /** The value in words and numbers; the drawing itself is silent. */
  children: ReactNode;
}

/** A dial over 285 degrees with its value in the middle. */
export function Gauge({ share, old = false, children }: GaugeProps) {
  const filled = Math.min(1, Math.max(0, share));
  return (
    <div className={styles.gauge} data-old={old || undefined}>
      <svg viewBox="0 0 200 180" fill="none" aria-hidden="true">
        <path className={styles.ticks} d={ticks} />
        <path className={styles.track} d={ARC} />
        {filled > 0 && <path className={styles.value} d={ARC} pathLength="1" strokeDasharray={`${filled} 2`} />}
      </svg>
      <div className={styles.middle}>{children}</div>
    </div>
  );
}
