import { useId } from 'react';
import styles from './miner-art.module.css';

export interface MinerArtProps {
  line: 'x1' | 'x2';
  /** The fans turn. Without it, and under reduced motion, the drawing stands still. */
  running?: boolean;
}

/** Our own drawing of a machine: one for X1, a rack of three for X2. Decoration: the words beside it say what it is. */
export function MinerArt({ line, running = false }: MinerArtProps) {
  const id = useId();
  const places =
    line === 'x1'
      ? [{ x: 0, y: 0 }]
      : [
          { x: 0, y: 42 },
          { x: 0, y: 0 },
          { x: 0, y: -42 },
        ];
  return (
    <svg
      className={styles.art}
      data-line={line}
      data-running={running || undefined}
      viewBox={line === 'x1' ? '10 12 220 165' : '6 -30 228 213'}
      fill="none"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={`${id}front`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" className={styles.frontFrom} />
          <stop offset="1" className={styles.frontTo} />
        </linearGradient>
        <linearGradient id={`${id}side`} x1="0" y1="0" x2="1" y2="0">
          <stop offset="0" className={styles.sideFrom} />
          <stop offset="1" className={styles.sideTo} />
        </linearGradient>
        <radialGradient id={`${id}glow`}>
          <stop offset="0" className={styles.glowFrom} />
          <stop offset="1" className={styles.glowTo} />
        </radialGradient>
      </defs>
      <ellipse cx="124" cy="152" rx="112" ry="26" fill={`url(#${id}glow)`} />
      {places.map(({ x, y }) => (
        <Machine key={y} id={id} x={x} y={y} low={line === 'x2'} />
      ))}
    </svg>
  );
}

/** Front, top and side of one machine, seen from the right above. The low one has two small fans side by side. */
function Machine({ id, x, y, low }: { id: string; x: number; y: number; low: boolean }) {
  const tall = low ? 38 : 84;
  const fans = low
    ? [
        { cx: 26, cy: 19, r: 14 },
        { cx: 62, cy: 19, r: 14 },
      ]
    : [{ cx: 46, cy: 42, r: 33 }];
  const top = low ? 76 : 44;
  return (
    <g transform={`translate(${x} ${y})`}>
      <path className={styles.top} d={`M30 ${top} 92 ${top - 22}l118 20-58 24z`} />
      <path className={styles.edge} d={`M30 ${top} 92 ${top - 22}l118 20`} />
      <g transform={`matrix(1 .18 0 1 30 ${top})`}>
        <rect width="122" height={tall} rx="5" fill={`url(#${id}front)`} className={styles.panel} />
        {fans.map((fan) => (
          <Fan key={fan.cx} {...fan} />
        ))}
        <Vents x={low ? 86 : 90} tall={tall} />
      </g>
      <g transform={`matrix(1 -.42 0 1 152 ${top + 22})`}>
        <rect width="58" height={tall} rx="3" fill={`url(#${id}side)`} className={styles.panel} />
        {[0.28, 0.5, 0.72].map((part) => (
          <path key={part} className={styles.slit} d={`M10 ${tall * part}h38`} />
        ))}
      </g>
    </g>
  );
}

function Fan({ cx, cy, r }: { cx: number; cy: number; r: number }) {
  return (
    <g transform={`translate(${cx} ${cy})`}>
      <circle r={r} className={styles.well} />
      <g className={styles.blades}>
        {[0, 72, 144, 216, 288].map((turn) => (
          <path
            key={turn}
            transform={`rotate(${turn})`}
            d={`M0 0C${r * 0.1} ${-r * 0.45} ${r * 0.5} ${-r * 0.6} ${r * 0.35} ${-r * 0.86}C${r * 0.05} ${-r * 0.95} ${-r * 0.2} ${-r * 0.55} 0 0`}
          />
        ))}
      </g>
      <circle r={r} className={styles.rim} />
      <circle r={r * 0.62} className={styles.guard} />
      <circle r={r * 0.17} className={styles.hub} />
    </g>
  );
}

function Vents({ x, tall }: { x: number; tall: number }) {
  const rows = tall > 50 ? [16, 26, 36, 46, 56] : [10, 18];
  return (
    <>
      {rows.map((y) => (
        <path key={y} className={styles.slit} d={`M${x} ${y}h20`} />
      ))}
      <circle className={styles.lamp} cx={x + 4} cy={tall - 10} r="3" />
      <circle className={styles.lampSoft} cx={x + 14} cy={tall - 10} r="3" />
    </>
  );
}
