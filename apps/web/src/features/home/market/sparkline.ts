import type { PricePoint } from '../../../feeds/market-prices.ts';

/**
 * The points of a polyline in a box: time from left to right, the lowest price at the bottom, the highest at the top. A price that
 * never moved lies in the middle. Empty when there are not two points to join.
 */
export function linePoints(series: readonly PricePoint[], width: number, height: number): string {
  const first = series[0];
  const last = series.at(-1);
  if (!first || !last || first === last) return '';
  const { low, high } = rangeOf(series);
  const across = last.time - first.time;
  const x = (time: number) => (((time - first.time) / across) * width).toFixed(1);
  const y = (price: number) =>
    (high === low ? height / 2 : height - ((price - low) / (high - low)) * height).toFixed(1);
  return series.map(({ time, price }) => `${x(time)},${y(price)}`).join(' ');
}

/** Lowest and highest price of a series that is not empty. */
export function rangeOf(series: readonly PricePoint[]): { low: number; high: number } {
  const prices = series.map(({ price }) => price);
  return { low: Math.min(...prices), high: Math.max(...prices) };
}
