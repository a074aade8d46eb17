import { CYCLES, type Cycle } from '@minerx/rules/cycle';
import type { CSSProperties, PointerEvent, ReactNode, RefObject } from 'react';
import styles from './dial.module.css';
import { TURN } from './turn.ts';

/** Drawn on 280 × 280. */
const CENTRE = 140;
/** A quarter of a ring, from 82 to 124, at the top, with a gap of 2.5 degrees at each of its sides. */
const SEGMENT = 'M56.2 48.6A124 124 0 0 1 223.8 48.6L193.8 78.1A82 82 0 0 0 86.2 78.1Z';
/** The inner line of a segment that says which one is chosen. */
const EDGE = 'M86.8 73.1A85.5 85.5 0 0 1 193.2 73.1';
/** The stud between two segments: a small hash block. */
const STUD = 'M140 32l4.3 2.5v5L140 42l-4.3-2.5v-5Z';

interface DialProps {
  current: Cycle;
  degrees: number;
  disc: RefObject<HTMLDivElement | null>;
  hand: Record<string, (event: PointerEvent<HTMLElement>) => void>;
  /** What stands still in the middle. */
  children: ReactNode;
}

/** A disc of four segments under a pointer, as on a safe. The drawing is silent: tabs and facts say what it shows. */
export function Dial({ current, degrees, disc, hand, children }: DialProps) {
  return (
    <div className={styles.dial} {...hand}>
      <svg className={styles.bezel} viewBox="0 0 280 280" aria-hidden="true">
        <circle className={styles.well} cx={CENTRE} cy={CENTRE} r="138" />
        <circle className={styles.rim} cx={CENTRE} cy={CENTRE} r="138" />
      </svg>
      <div ref={disc} className={styles.disc} style={{ [TURN]: `${degrees}deg` } as CSSProperties}>
        <svg viewBox="0 0 280 280" aria-hidden="true">
          <circle className={styles.fine} cx={CENTRE} cy={CENTRE} r="130" pathLength="120" />
          <circle className={styles.bold} cx={CENTRE} cy={CENTRE} r="132" pathLength="12" />
          {CYCLES.map((cycle, place) => (
            <g
              key={cycle.id}
              className={cycle.id === current.id ? styles.chosen : undefined}
              transform={`rotate(${place * 90} ${CENTRE} ${CENTRE})`}
            >
              <path className={styles.face} d={SEGMENT} />
              <path className={styles.edge} d={EDGE} />
              <text
                className={styles.name}
                x={CENTRE}
                y="42.500"
                style={{ '--own': `${-place * 90}deg` } as CSSProperties}
              >
                {cycle.name}
              </text>
              <path className={styles.stud} d={STUD} transform={`rotate(45 ${CENTRE} ${CENTRE})`} />
            </g>
          ))}
        </svg>
      </div>
      <svg className={styles.pointer} viewBox="0 0 280 280" aria-hidden="true">
        <path className={styles.needle} d="M140 24 131 3q9-4 18 0Z" />
        <circle className={styles.hub} cx={CENTRE} cy={CENTRE} r="74" />
        <circle className={styles.hubLine} cx={CENTRE} cy={CENTRE} r="68" />
      </svg>
      <div className={styles.middle}>{children}</div>
    </div>
  );
}
