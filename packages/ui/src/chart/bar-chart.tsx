import type { ReactNode } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './bar-chart.module.css';

interface Bar {
  /** Under the bar: "Mon". */
  label: string;
  /** In the table: the full day. */
  day: string;
  /** Height; any scale, not negative. */
  value: number;
  /** Above the bar, in few signs; left out while amounts are hidden. */
  short: string;
  /** The exact amount, ready to show. */
  text: ReactNode;
  /** Drawn hollow: not final yet. */
  provisional?: boolean;
}

interface BarChart7Props {
  title: string;
  summary: ReactNode;
  badge?: ReactNode;
  bars: readonly Bar[];
  headings: readonly [day: string, amount: string];
}

const HEIGHT = 120;
/** Room above the tallest bar for its value. */
const HEAD = 18;
const WIDTH = 320;

/** Bars of the last days, with words above and the numbers behind a button. */
export function BarChart7({ title, summary, badge, bars, headings }: BarChart7Props) {
  const { hideAmounts } = useUi();
  const top = Math.max(...bars.map((bar) => bar.value), 0);
  const slot = WIDTH / Math.max(1, bars.length);
  const wide = Math.min(26, slot * 0.6);
  return (
    <ChartFrame
      title={title}
      summary={summary}
      badge={badge}
      table={{ headings, rows: bars.map((bar) => [bar.day, bar.text]) }}
    >
      <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT + 22}`} fill="none">
        {[0, 0.5, 1].map((line) => (
          <path key={line} className={styles.grid} d={`M0 ${HEAD + (HEIGHT - HEAD) * line}H${WIDTH}`} />
        ))}
        {bars.map((bar, place) => {
          // A day without a reward keeps a mark on the ground line.
          const tall = top === 0 ? 2 : Math.max(2, (bar.value / top) * (HEIGHT - HEAD));
          const x = slot * place + (slot - wide) / 2;
          return (
            <g key={bar.day}>
              <rect
                className={bar.provisional ? styles.provisional : styles.bar}
                x={x}
                y={HEIGHT - tall}
                width={wide}
                height={tall}
                rx={Math.min(5, tall / 2)}
              />
              {!hideAmounts && bar.value > 0 && (
                <text className={styles.value} x={slot * (place + 0.5)} y={HEIGHT - tall - 5} textAnchor="middle">
                  {bar.short}
                </text>
              )}
              <text className={styles.label} x={slot * (place + 0.5)} y={HEIGHT + 17} textAnchor="middle">
                {bar.label}
              </text>
            </g>
          );
        })}
      </svg>
    </ChartFrame>
  );
}
