/** A steady line has room to be seen: no nearer than this share of its height. */
const LEAST_SPAN = 0.004;

export type Range = readonly [low: number, high: number];

/** From the lowest to the highest that is shown, with some air. @internal */
export function nearRange(low: number, high: number): Range {
  const span = Math.max(high - low, Math.abs(high) * LEAST_SPAN, 0.01);
  const middle = (high + low) / 2;
  return [Math.max(0, middle - span * 0.65), middle + span * 0.65];
}

/** What the axis of values spans: from zero to a fixed top, or as near as the values allow where they are more than nothing. */
export function rangeOf(values: readonly (number | null)[], max: number, near: boolean): Range {
  const measured = values.filter((value) => value !== null);
  const highest = Math.max(0, ...measured);
  if (near && highest > 0) return nearRange(Math.min(...measured), highest);
  return [0, max > 0 ? max : 1];
}

/** Most parts that grid lines leave between them. */
const LEVELS = 5;
const TIMES = 4;

/** The least of 1, 2, 2.5 and 5, by a power of ten, that is not below `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5].find((step) => step * power >= least) ?? 10) * power;
}

/** Values with a line of the grid, and their decimals: quarters of the range, or round ones within it. */
export function levelsOf([low, high]: Range, near: boolean): { levels: number[]; decimals: number } {
  const step = near ? roundStep((high - low) / LEVELS) : (high - low) / 4;
  const decimals = step % 1 === 0 ? 0 : Math.max(0, Math.ceil(-Math.log10(step))) + 2;
  return { levels: multiplesWithin(low, high, step, 0), decimals };
}

const MINUTE = 60;
const TIME_STEPS = [1, 2, 3, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * MINUTE);

/** Times with a line of the grid, Unix seconds: round ones of the device's clock. */
export function timesOf([from, to]: Range): number[] {
  const step = TIME_STEPS.find((each) => (to - from) / each <= TIMES) ?? TIME_STEPS.at(-1)!;
  return multiplesWithin(from, to, step, new Date(to * 1000).getTimezoneOffset() * MINUTE);
}

function multiplesWithin(low: number, high: number, step: number, offset: number): number[] {
  const first = Math.ceil((low - offset) / step);
  const count = Math.floor((high - offset) / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, place) => (first + place) * step + offset);
}

/** Where in a range: 0 at its beginning, 1 at its end. */
export const shareOf = (value: number, [low, high]: Range): number => (high > low ? (value - low) / (high - low) : 0);

/** The box of the paths, so fine that whole numbers do; it is stretched to its place. */
export const BOX = { width: 10_000, height: 5000 };

/**
 * SVG paths of a line, of the area below it and, on the ground, of where it is zero, in the box; null breaks all three.
 * Made once a second of 600 points: strings alone.
 */
export function pathsOf(
  times: readonly number[],
  values: readonly (number | null)[],
  across: Range,
  up: Range,
): { line: string; area: string; zero: string } {
  let [line, area, zero] = ['', '', ''];
  /** What is drawn since the last gap: where it began, and its other points. */
  let [begin, run] = ['', ''];
  const close = () => {
    if (run !== '') {
      line += `M${begin}${run}`;
      area += `M${begin}${run}V${BOX.height}H${begin.slice(0, begin.indexOf(' '))}Z`;
    }
    [begin, run] = ['', ''];
  };
  values.forEach((value, place) => {
    if (value === null) return close();
    const x = Math.round(shareOf(times[place]!, across) * BOX.width);
    const y = Math.round((1 - shareOf(value, up)) * BOX.height);
    if (begin === '') begin = `${x} ${y}`;
    else run += `L${x} ${y}`;
    // A lone zero is a path without length: its round ends draw it.
    if (value === 0) zero += values[place - 1] === 0 ? `H${x}` : `M${x} ${BOX.height}H${x}`;
  });
  close();
  return { line, area, zero };
}
