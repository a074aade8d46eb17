import type { MinutePoint } from './order-details.api.ts';

/** Most points that a chart holds: ten minutes of seconds. */
const MAX_POINTS = 600;
/** A silence longer than this is drawn as a gap. */
const GAP_SECONDS = 8;

/** What a chart draws: Unix seconds, rising, and Th/s; null is a gap. */
export interface Series {
  times: number[];
  values: (number | null)[];
}

/** The last ten minutes of live readings in a ring: it never grows, and nothing is moved when a point comes. */
export class LiveRing {
  readonly #times = new Float64Array(MAX_POINTS);
  readonly #values: (number | null)[] = Array.from({ length: MAX_POINTS }, () => null);
  #next = 0;
  #length = 0;

  /** One point a second; a second message within it takes the place of the first. */
  push(second: number, ths: number | null): void {
    const last = (this.#next + MAX_POINTS - 1) % MAX_POINTS;
    if (this.#length > 0 && second <= this.#times[last]!) {
      this.#values[last] = ths;
      return;
    }
    this.#times[this.#next] = second;
    this.#values[this.#next] = ths;
    this.#next = (this.#next + 1) % MAX_POINTS;
    this.#length = Math.min(MAX_POINTS, this.#length + 1);
  }

  /** The points since a second, oldest first; a silence between two of them is a null. */
  since(from: number): Series {
    const series: Series = { times: [], values: [] };
    for (let place = 0; place < this.#length; place += 1) {
      const index = (this.#next - this.#length + place + 2 * MAX_POINTS) % MAX_POINTS;
      const time = this.#times[index]!;
      if (time < from) continue;
      const before = series.times.at(-1);
      if (before !== undefined && time - before > GAP_SECONDS) add(series, before + 1, null);
      add(series, time, this.#values[index] ?? null);
    }
    return series;
  }
}

function add(series: Series, time: number, value: number | null): void {
  series.times.push(time);
  series.values.push(value);
}

/**
 * The window that ends now: minute averages where nothing was seen live, then the live points. At most 600 points;
 * an empty first point keeps the time axis as wide as the window.
 */
export function windowOf(minutes: readonly MinutePoint[], ring: LiveRing, now: number, seconds: number): Series {
  const from = now - seconds;
  const live = ring.since(Math.max(from, now - MAX_POINTS));
  const liveFrom = live.times[0] ?? now + 1;
  const series: Series = { times: [from], values: [null] };
  for (const { time, ths } of minutes) {
    // An average stands in the middle of its minute.
    const middle = time + 30;
    if (middle > from && middle < liveFrom) add(series, middle, ths);
  }
  // Beside minutes, single seconds would be a smear: the longer window takes one live point in so many.
  const step = Math.max(
    1,
    Math.ceil(live.times.length / Math.max(1, MAX_POINTS - series.times.length)),
    Math.round(seconds / MAX_POINTS),
  );
  live.times.forEach((time, place) => {
    const isLast = place === live.times.length - 1;
    if (isLast || place % step === 0 || live.values[place] === null) add(series, time, live.values[place] ?? null);
  });
  return series.times.length <= MAX_POINTS
    ? series
    : { times: series.times.slice(-MAX_POINTS), values: series.values.slice(-MAX_POINTS) };
}

export interface SeriesFacts {
  average: number;
  lowest: number;
  highest: number;
  /** Last value against the first, 0.01 is one per cent. */
  change: number;
}

/** The series in numbers, each point weighing the time that it stands for; null when nothing was measured. */
export function factsOf({ times, values }: Series): SeriesFacts | null {
  let [sum, weight, lowest, highest] = [0, 0, Infinity, -Infinity];
  let first: number | undefined;
  let last = 0;
  values.forEach((value, place) => {
    if (value === null) return;
    const span = Math.min(60, Math.max(1, (times[place] ?? 0) - (times[place - 1] ?? times[place] ?? 0)));
    sum += value * span;
    weight += span;
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
    first ??= value;
    last = value;
  });
  if (first === undefined || weight === 0) return null;
  return { average: sum / weight, lowest, highest, change: first > 0 ? last / first - 1 : 0 };
}
