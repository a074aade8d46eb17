import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import { subsidySat, targetFromBits } from '@minerx/rules/mining-reward';
import { spread } from '@minerx/rules/spread';
import { boundPerSecond } from '@minerx/rules/device-bound';
import { MINUTES_PER_DAY, type Share } from './share.ts';

/** A stretch of the day with one difficulty and subsidy, in whole minutes of the day: `toMinute` is not included. */
export interface Stretch {
  fromMinute: number;
  toMinute: number;
  /** Eight hexadecimal digits. */
  bits: string;
  height: number;
}

/** What was measured of one device in one stretch. */
export interface Measured {
  hashes: bigint;
  coveredS: number;
  downS: number;
}

/** What the pool saw of one device on a day. */
export interface PoolFigure {
  hashes: bigint;
  /** So long after the day's end the running average was read: up to that much of it belongs to another day. */
  lateS: number;
}

/** One device's day, stretch by stretch: it is credited measured + filled − cut. */
export interface DeviceDay {
  measured: bigint[];
  /** What the pool saw in the blind seconds. */
  filled: bigint[];
  /** What it told beyond the pool's figure and its luck. */
  cut: bigint[];
  /** Seconds that nobody saw; minutes without a row are among them. */
  blindS: number[];
  pool: PoolFigure | null;
}

/** A device before the day's band is known. */
export interface DeviceFacts extends Pick<DeviceDay, 'measured' | 'filled' | 'blindS' | 'pool'> {
  /** The most that the blind seconds can turn out to be worth. */
  limit: bigint;
  /** What its machine was rated at that day. */
  ratedThs: number;
}

const PPM = 1_000_000n;
const SECONDS_PER_DAY = 86_400n;
/** What the pool saw may exceed the device's own pace by its luck with shares, but not by more. */
const FILL_TENTHS = 11n;

export const sum = (parts: readonly bigint[]): bigint => parts.reduce((all, part) => all + part, 0n);

/** The stretches of a day, cut at whole minutes because measurements are kept by the minute. */
export const stretchesOf = (
  dayStartMs: number,
  segments: readonly { fromMs: number; toMs: number; bits: string; height: number }[],
): Stretch[] => {
  const minute = (ms: number): number =>
    Math.min(MINUTES_PER_DAY, Math.max(0, Math.round((ms - dayStartMs) / MINUTE_MS)));
  return segments
    .map(({ fromMs, toMs, bits, height }) => ({ fromMinute: minute(fromMs), toMinute: minute(toMs), bits, height }))
    .filter(({ fromMinute, toMinute }) => toMinute > fromMinute);
};

/** Minutes of a stretch that lie in the window. */
const minutesIn = (stretch: Stretch, fromMinute: number, toMinute: number): number =>
  Math.max(0, Math.min(stretch.toMinute, toMinute) - Math.max(stretch.fromMinute, fromMinute));

/** What another day may have brought of a running average that was read late. */
const edgeOf = ({ lateS }: PoolFigure, ratedThs: number): bigint => BigInt(lateS) * boundPerSecond(ratedThs);

/**
 * What is known of a device's day. The pool's figure fills blind seconds only, with no more than it proves of that very day, and at most
 * at the device's own pace of the day plus a tenth for luck, never beyond what a machine of its rating can do.
 */
export const deviceFacts = (input: {
  stretches: readonly Stretch[];
  /** By stretch; missing ones were not measured. */
  measured: readonly (Measured | undefined)[];
  /** When orders had a share in it that day: only there does it matter that nobody saw it. */
  fromMinute: number;
  toMinute: number;
  /** Null while the pool has told nothing. */
  pool: PoolFigure | null;
  ratedThs: number;
}): DeviceFacts => {
  const { stretches, pool, ratedThs } = input;
  const measured = stretches.map((_, index) => input.measured[index]?.hashes ?? 0n);
  const blindS = stretches.map((stretch, index) => {
    const seenS = (input.measured[index]?.coveredS ?? 0) + (input.measured[index]?.downS ?? 0);
    return Math.max(0, minutesIn(stretch, input.fromMinute, input.toMinute) * 60 - seenS);
  });
  const allBlindS = blindS.reduce((all, seconds) => all + seconds, 0);
  const total = sum(measured);
  const coveredS = input.measured.reduce((all, part) => all + (part?.coveredS ?? 0), 0);
  const limit = allBlindS === 0 ? 0n : blindLimit(total, coveredS, allBlindS, ratedThs);
  const missing = pool === null ? 0n : pool.hashes - edgeOf(pool, ratedThs) - total;
  const fill = missing <= 0n ? 0n : missing < limit ? missing : limit;
  const filled = fill === 0n ? stretches.map(() => 0n) : spread(fill, blindS);
  return { measured, blindS, filled, limit, pool, ratedThs };
};

/** Later than this a figure fills next to nothing, and a device that was unseen for longer than a moment waits as if it had none. */
export const LATE_S = HOUR_MS / 1000;
export const MOMENT_S = (10 * MINUTE_MS) / 1000;

/** Whether an operator, or the device's own counter, has to say what the pool cannot. */
export const waitsForWord = ({ pool, blindS }: Pick<DeviceFacts, 'pool' | 'blindS'>): boolean =>
  pool === null || (pool.lateS > LATE_S && blindS.reduce((all, seconds) => all + seconds, 0) > MOMENT_S);

const blindLimit = (hashes: bigint, coveredS: number, blindS: number, ratedThs: number): bigint => {
  const most = boundPerSecond(ratedThs) * BigInt(blindS);
  return coveredS === 0 ? most : least((hashes * BigInt(blindS) * FILL_TENTHS) / (10n * BigInt(coveredS)), most);
};

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What a device can be credited at most: what its machine can do, and where the pool tells, what that saw and a band for its luck. */
export const ceiling = ({ pool, ratedThs }: Pick<DeviceFacts, 'pool' | 'ratedThs'>, bandPpm: number): bigint => {
  const perSecond = boundPerSecond(ratedThs);
  const most = perSecond * SECONDS_PER_DAY;
  if (pool === null) return most;
  return least(((pool.hashes + edgeOf(pool, ratedThs)) * (PPM + BigInt(bandPpm))) / PPM, most);
};

/** The device's day within the band: what it told beyond that is cut. */
export const deviceDay = (
  stretches: readonly Stretch[],
  { measured, filled, blindS, pool, ratedThs }: Omit<DeviceFacts, 'limit'>,
  bandPpm: number,
): DeviceDay => ({
  measured,
  filled,
  blindS,
  pool,
  cut: cutTo(stretches, ceiling({ pool, ratedThs }, bandPpm), measured, filled),
});

/**
 * How much of each stretch goes so that measured + filled is no more than `most`. The pool's figure does not tell when in the day it saw
 * the hashes, so they go first where one is worth most: moving them to easier blocks gains a device nothing.
 */
export const cutTo = (
  stretches: readonly Stretch[],
  most: bigint,
  measured: readonly bigint[],
  filled: readonly bigint[],
): bigint[] => {
  let left = sum(measured) + sum(filled) - most;
  const cut = measured.map(() => 0n);
  if (left <= 0n) return cut;
  for (const index of dearestFirst(stretches)) {
    const here = measured[index]! + filled[index]!;
    cut[index] = here < left ? here : left;
    left -= cut[index];
  }
  return cut;
};

const dearestFirst = (stretches: readonly Stretch[]): number[] => {
  const worth = stretches.map(({ bits, height }) => targetFromBits(bits) * subsidySat(height));
  return stretches.map((_, index) => index).sort((a, b) => (worth[a]! > worth[b]! ? -1 : 1));
};

/** Credited hashes by stretch. */
export const creditedOf = ({ measured, filled, cut }: Pick<DeviceDay, 'measured' | 'filled' | 'cut'>): bigint[] =>
  measured.map((hashes, index) => hashes + filled[index]! - cut[index]!);

/** An order's part of a device's day, some minutes of it; whole days take everything. What was cut is shared by what was measured. */
export const windowOf = (
  device: DeviceDay,
  stretches: readonly Stretch[],
  seen: readonly (Measured | undefined)[],
  { fromMinute, toMinute }: Pick<Share, 'fromMinute' | 'toMinute'>,
): Pick<DeviceDay, 'measured' | 'filled' | 'cut'> => {
  const measured = stretches.map((_, index) => seen[index]?.hashes ?? 0n);
  const filled = stretches.map((stretch, index) => {
    const seenS = (seen[index]?.coveredS ?? 0) + (seen[index]?.downS ?? 0);
    const allS = device.blindS[index]!;
    const blindS = Math.min(allS, Math.max(0, minutesIn(stretch, fromMinute, toMinute) * 60 - seenS));
    return blindS === 0 ? 0n : (device.filled[index]! * BigInt(blindS)) / BigInt(allS);
  });
  const cut = stretches.map((_, index) => {
    const all = device.measured[index]! + device.filled[index]!;
    // Rounded up: parts of a cut day never come to more than the day.
    return all === 0n ? 0n : (device.cut[index]! * (measured[index]! + filled[index]!) + all - 1n) / all;
  });
  return { measured, filled, cut };
};
