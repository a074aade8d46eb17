import type { MinutePoint } from './order-details.api.ts';

/** Most points that a chart holds: ten minutes of seconds. */
const MAX_POINTS = 600;
/** A silence longer than this is drawn as a gap. */
const GAP_SECONDS = 8;
/** Fewer live points do not speak for their minute. */
const LEAST_SEEN = 10;

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
 * The window that ends now: the live points, and the averages of those minutes in which nothing was seen live. At most 600
 * points; an empty first point keeps the time axis as wide as the window.
 */
export function windowOf(minutes: readonly MinutePoint[], ring: LiveRing, now: number, seconds: number): Series {
  const from = now - seconds;
  if (seconds > MAX_POINTS) return minutesOf(minutes, ring, now, from);
  const live = pointsOf(ring.since(Math.max(from, now - MAX_POINTS)));
  /** When something was first seen live in a minute. */
  const seen = new Map<number, number>();
  for (const { time, value } of live.toReversed()) if (value !== null) seen.set(minuteOf(time), time);
  const averages = minutes.flatMap(({ time: minute, ths }) => {
    // An average stands in the middle of its minute.
    const time = minute + MINUTE / 2;
    return time > from && time <= now && time < (seen.get(minuteOf(time)) ?? Infinity) ? [{ time, value: ths }] : [];
  });
  // What the feed could not tell, the minute may: then it stands for its seconds.
  const told = new Set(averages.filter(({ value }) => value !== null).map(({ time }) => minuteOf(time)));
  const lively = live.filter(({ time, value }) => value !== null || !told.has(minuteOf(time)));
  const room = Math.max(1, MAX_POINTS - averages.length - 1);
  const step = Math.max(1, Math.ceil(lively.length / room));
  const sparse = lively.filter(
    ({ value }, place) => place === lively.length - 1 || place % step === 0 || value === null,
  );
  return seriesFrom(from, [...averages, ...sparse]);
}

/**
 * A window longer than the ring: whole minutes alone. Beside them single seconds would be a spike, and the lowest and highest would say how
 * long somebody watched. A minute that runs, or is not loaded yet, counts by the average of its seconds, once enough of them are there.
 */
function minutesOf(minutes: readonly MinutePoint[], ring: LiveRing, now: number, from: number): Series {
  const loaded = minutes.map(({ time, ths }) => ({ time: time + MINUTE / 2, value: ths }));
  const last = minuteOf(loaded.at(-1)?.time ?? from);
  const live = pointsOf(ring.since(Math.max(from, (last + 1) * MINUTE)));
  const seen = [...grouped(live, ({ time }) => minuteOf(time))]
    .filter(([, points]) => points.length >= LEAST_SEEN)
    .map(([minute, points]) => ({
      // The running minute ends the line.
      time: minute === minuteOf(now) ? now : minute * MINUTE + MINUTE / 2,
      value: meanOf(points.flatMap(({ value }) => value ?? [])),
    }));
  return seriesFrom(
    from,
    [...loaded, ...seen].filter(({ time }) => time > from && time <= now),
  );
}

interface Point {
  time: number;
  value: number | null;
}

/** At most so many points, rising, behind an empty one where the window begins. */
function seriesFrom(from: number, all: readonly Point[]): Series {
  const points = all.toSorted((a, b) => a.time - b.time).slice(1 - MAX_POINTS);
  return {
    times: [from, ...points.map(({ time }) => time)],
    values: [null, ...points.map(({ value }) => value)],
  };
}

const MINUTE = 60;
const minuteOf = (time: number): number => Math.floor(time / MINUTE);

/** `Map.groupBy`, which older phones do not have. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => number): Map<number, Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const pointsOf = ({ times, values }: Series): Point[] =>
  times.map((time, place) => ({ time, value: values[place] ?? null }));

/** Averages of so many minutes each, by the clock, oldest first; null where none of them was measured. */
export function averagesOf(minutes: readonly MinutePoint[], count: number): MinutePoint[] {
  const groups = grouped(minutes, ({ time }) => time - (time % (count * MINUTE)));
  return [...groups].map(([time, points]) => ({ time, ths: meanOf(points.flatMap(({ ths }) => ths ?? [])) }));
}

/** Whether what was measured is zeros and nothing else. */
export const stoodStill = ({ values }: Series): boolean =>
  values.includes(0) && values.every((value) => value === null || value === 0);

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
