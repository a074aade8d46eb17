import { useEffect, useRef } from 'react';
import type uPlot from 'uplot';
import styles from './live-chart.module.css';

interface LiveChartProps {
  /** Unix seconds, rising. */
  times: readonly number[];
  /** One value per time; null leaves a gap: nothing was measured. */
  values: readonly (number | null)[];
  /** Top of the axis; 76 for the hashrate of one miner. */
  max?: number | undefined;
  /** BCP 47 tag for the times on the axis. */
  locale: string;
}

const dataOf = (times: readonly number[], values: readonly (number | null)[]): [number[], (number | null)[]] => [
  [...times],
  [...values],
];

/** A live line. uPlot arrives with the first chart; the box has its place before. Put it into a ChartFrame. */
export function LiveChart({ times, values, max, locale }: LiveChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef({ times, values });

  useEffect(() => {
    latest.current = { times, values };
    if (!document.hidden) plot.current?.setData(dataOf(times, values));
  }, [times, values]);

  useEffect(() => {
    const place = box.current;
    if (!place) return;
    let gone = false;
    let stopWatching = () => {};
    void import('./live-plot.ts').then(({ makePlot }) => {
      if (gone) return;
      const made = makePlot(place, dataOf(latest.current.times, latest.current.values), max, locale);
      plot.current = made;
      const watcher = new ResizeObserver(() => made.setSize({ width: place.clientWidth, height: place.clientHeight }));
      watcher.observe(place);
      const redraw = () => !document.hidden && made.setData(dataOf(latest.current.times, latest.current.values));
      document.addEventListener('visibilitychange', redraw);
      stopWatching = () => {
        watcher.disconnect();
        document.removeEventListener('visibilitychange', redraw);
      };
    });
    return () => {
      gone = true;
      stopWatching();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [max, locale]);

  return <div ref={box} className={styles.box} />;
}
