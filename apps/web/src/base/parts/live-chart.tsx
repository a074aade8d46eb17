import { useId, useMemo } from 'react';
import { BOX, levelsOf, pathsOf, rangeOf, shareOf, timesOf, type Range } from './line-plot.ts';
import styles from './live-chart.module.css';

interface LiveChartProps {
  /** Unix seconds, rising. */
  times: readonly number[];
  /** One value per time; null leaves a gap: nothing was measured. */
  values: readonly (number | null)[];
  /** Top of the axis; 76 for the hashrate of one miner. */
  max: number;
  /** From the lowest to the highest of the values in place of from zero to the top. */
  near?: boolean;
  /** BCP 47 tag for what stands on the axes. */
  locale: string;
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** A live line, with a mark on the ground where it is zero. Put it into a ChartFrame. */
export function LiveChart({ times, values, max, near = false, locale }: LiveChartProps) {
  const fill = useId();
  const clock = useMemo(() => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }), [locale]);
  const across: Range = [times[0] ?? 0, times.at(-1) ?? 1];
  const up = rangeOf(values, max, near);
  const { levels: heights, decimals } = levelsOf(up, near);
  const number = useMemo(() => new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }), [locale, decimals]);
  const levels = heights.map((level) => ({ level, down: 1 - shareOf(level, up) }));
  const moments = timesOf(across).map((time) => ({ time, right: shareOf(time, across) }));
  const { line, area, zero } = pathsOf(times, values, across, up);
  const now = values.at(-1) ?? null;
  return (
    <div className={styles.box}>
      <div className={styles.levels}>
        {levels.map(({ level, down }) => (
          <span key={level} className={styles.level} style={{ top: percent(down) }}>
            {number.format(level)}
          </span>
        ))}
      </div>
      <div className={styles.plot}>
        <svg className={styles.lines} viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" fill="none">
          <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" className={styles.dense} />
            <stop offset="1" className={styles.thin} />
          </linearGradient>
          <path
            className={styles.grid}
            d={[
              ...levels.map(({ down }) => `M0 ${down * BOX.height}H${BOX.width}`),
              ...moments.map(({ right }) => `M${right * BOX.width} 0V${BOX.height}`),
            ].join('')}
          />
          <path d={area} fill={`url(#${fill})`} />
          <path className={styles.line} d={line} />
          <path className={styles.zero} d={zero} />
        </svg>
        {now !== null && (
          <span
            className={styles.now}
            data-zero={now === 0 || undefined}
            style={{ top: percent(1 - shareOf(now, up)) }}
          />
        )}
      </div>
      <div className={styles.times}>
        {moments.map(({ time, right }) => (
          <span key={time} className={styles.time} style={{ left: percent(right) }}>
            {clock.format(time * 1000)}
          </span>
        ))}
      </div>
    </div>
  );
}
