import { CYCLES, isActiveCycle, type Cycle } from '@minerx/rules/cycle';
import type { CSSProperties, PointerEvent, ReactNode, RefObject } from 'react';
import { classes } from '@minerx/ui/classes';
import styles from './dial.module.css';
import { TURN } from './turn.ts';

/** Drawn on 280 × 280. */
const CENTRE = 140;
const OUTER = 124;
const INNER = 82;
/** Half of the gap between two segments, in degrees. */
const GAP = 2.5;
const TICKS = 120;

/** A point at an angle from the top, clockwise. */
function point(degrees: number, radius: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  const round = (value: number) => Math.round(value * 100) / 100;
  return `${round(CENTRE + radius * Math.cos(angle))} ${round(CENTRE + radius * Math.sin(angle))}`;
}

/** A quarter of a ring, centred at the top. */
const [from, to] = [-45 + GAP, 45 - GAP];
const SEGMENT = `M${point(from, OUTER)}A${OUTER} ${OUTER} 0 0 1 ${point(to, OUTER)}L${point(to - 1.5, INNER)}A${INNER} ${INNER} 0 0 0 ${point(from + 1.5, INNER)}Z`;
/** The inner line of a segment that says which one is chosen. */
const EDGE = `M${point(from + 4, INNER + 3.5)}A${INNER + 3.5} ${INNER + 3.5} 0 0 1 ${point(to - 4, INNER + 3.5)}`;
function tick(place: number, length: number) {
  const angle = (place * 360) / TICKS;
  return `M${point(angle, 128)}L${point(angle, 128 + length)}`;
}
const everyTick = Array.from({ length: TICKS }, (_, place) => place);
const FINE = everyTick.map((place) => (place % 10 === 0 ? '' : tick(place, 4))).join('');
const BOLD = everyTick.map((place) => (place % 10 === 0 ? tick(place, 8) : '')).join('');
/** The studs between the segments: small hash blocks. */
const STUD = [0, 60, 120, 180, 240, 300]
  .map((angle, corner) => {
    const turn = ((angle - 90) * Math.PI) / 180;
    const [x, y] = [CENTRE + 5 * Math.cos(turn), CENTRE - (OUTER + INNER) / 2 + 5 * Math.sin(turn)];
    return `${corner === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`;
  })
  .join('');

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
          <path className={styles.fine} d={FINE} />
          <path className={styles.bold} d={BOLD} />
          {CYCLES.map((cycle, place) => (
            <g
              key={cycle.id}
              className={classes(
                styles.segment,
                cycle.id === current.id && styles.chosen,
                isActiveCycle(cycle) && styles.active,
              )}
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
              <path className={styles.stud} d={`${STUD}Z`} transform={`rotate(45 ${CENTRE} ${CENTRE})`} />
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
