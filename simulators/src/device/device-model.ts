import { mix, mixKey, smooth, unit } from '../program/noise.ts';

/**
 * One simulated miner as a pure function of (seed, serial, time).
 *
 * The hashrate is a whole number of MH/s for every second of time, so that the number of hashes between two
 * milliseconds is exact: it is the sum of two periodic tables of noise (prefix sums make any span O(1)) around a base,
 * minus the seconds in which the device was down. Tests use this as the truth.
 */
type Outage = { fromMs: number; toMs: number };

export type DeviceModel = {
  serial: string;
  seed: string;
  /** No hashes before this time. */
  bornAtMs: number;
  /** How many days in a thousand have an outage; 0 switches the schedule off. */
  outagesPerMille: number;
  /** Outages added while running; each ends with a fresh start of the device. */
  added: Outage[];
  baseMhs: number;
  fastPhase: number;
  slowPhase: number;
  scheduleKey: number;
};

export type DeviceState = {
  up: boolean;
  /** Start of the present run; equal to `bornAtMs` when it never stopped. */
  bootAtMs: number;
  /** MH/s in this second; 0 while down. */
  rateMhs: number;
};

const dayMs = 86_400_000;
const mhsPerThs = 1_000_000;
/** A restart keeps the device away for this long (a real one opened its API port between 4 and 20 s). */
export const restartMs = 20_000;

// Two lengths without a common divisor, neither of them a day: together they repeat only after 11 years.
const fastPeriod = 11;
const fastCells = 373;
const slowPeriod = 900;
const slowCells = 97;
const fastLength = fastPeriod * fastCells;
const slowLength = slowPeriod * slowCells;
const fastAmplitude = 0.85 * mhsPerThs;
const slowAmplitude = 0.95 * mhsPerThs;

type Table = { values: Int32Array; prefix: Float64Array };
const tables = new Map<string, { fast: Table; slow: Table }>();

const tableOf = (key: number, cells: number, period: number, amplitude: number): Table => {
  const length = cells * period;
  const values = new Int32Array(length);
  const prefix = new Float64Array(length + 1);
  for (let i = 0; i < length; i++) {
    values[i] = Math.round(smooth(key, i, period, cells) * amplitude);
    prefix[i + 1] = prefix[i]! + values[i]!;
  }
  return { values, prefix };
};

const tablesOf = (seed: string): { fast: Table; slow: Table } => {
  let found = tables.get(seed);
  if (!found) {
    found = {
      fast: tableOf(mix(`${seed}/fast`), fastCells, fastPeriod, fastAmplitude),
      slow: tableOf(mix(`${seed}/slow`), slowCells, slowPeriod, slowAmplitude),
    };
    tables.set(seed, found);
  }
  return found;
};

export const createDevice = (
  seed: string,
  serial: string,
  options: { bornAtMs?: number; outagesPerMille?: number } = {},
): DeviceModel => {
  const key = mix(`${seed}/${serial}`);
  return {
    serial,
    seed,
    bornAtMs: options.bornAtMs ?? Date.UTC(2026, 0, 1),
    outagesPerMille: options.outagesPerMille ?? 80,
    added: [],
    baseMhs: 74 * mhsPerThs + Math.round((unit(mixKey(key, 1)) * 2 - 1) * 0.15 * mhsPerThs),
    fastPhase: mixKey(key, 2) % fastLength,
    slowPhase: mixKey(key, 3) % slowLength,
    scheduleKey: mixKey(key, 4),
  };
};

/** Whole MH/s of one second of unix time, as if the device were up. Always from 72 to 76 TH/s. */
export const rateOfSecond = (device: DeviceModel, second: number): number => {
  const { fast, slow } = tablesOf(device.seed);
  return (
    device.baseMhs +
    fast.values[(second + device.fastPhase) % fastLength]! +
    slow.values[(second + device.slowPhase) % slowLength]!
  );
};

const prefixSum = (table: Table, upTo: number): number => {
  const length = table.values.length;
  const turns = Math.floor(upTo / length);
  return turns * table.prefix[length]! + table.prefix[upTo - turns * length]!;
};

/** Sum of `rateOfSecond` from `from` (included) to `to` (not), in MH: exact below 3 years. */
const sumOfSeconds = (device: DeviceModel, from: number, to: number): number => {
  const { fast, slow } = tablesOf(device.seed);
  return (
    (to - from) * device.baseMhs +
    (prefixSum(fast, to + device.fastPhase) - prefixSum(fast, from + device.fastPhase)) +
    (prefixSum(slow, to + device.slowPhase) - prefixSum(slow, from + device.slowPhase))
  );
};

/** Hashes from one millisecond to another as if the device were up all the time. */
export const hashesWhileUp = (device: DeviceModel, fromMs: number, toMs: number): bigint => {
  if (toMs <= fromMs) return 0n;
  return hashesUpTo(device, toMs) - hashesUpTo(device, fromMs);
};

const hashesUpTo = (device: DeviceModel, atMs: number): bigint => {
  const origin = Math.floor(device.bornAtMs / 1000);
  const second = Math.floor(atMs / 1000);
  const whole = BigInt(sumOfSeconds(device, origin, second)) * 1_000_000n;
  // rate MH/s × ms ÷ 1000 = rate × ms × 1000 hashes
  return whole + BigInt(rateOfSecond(device, second) * (atMs - second * 1000)) * 1000n;
};

/** The scheduled outage of a UTC day (number of days since 1970), wholly inside that day, or null. */
const scheduledOutage = (device: DeviceModel, day: number): Outage | null => {
  if (device.outagesPerMille === 0) return null;
  const key = mixKey(device.scheduleKey, day);
  if (key % 1000 >= device.outagesPerMille) return null;
  const lasts = 60 + (mixKey(key, 1) % 1740);
  const starts = mixKey(key, 2) % (86_400 - lasts);
  const fromMs = day * dayMs + starts * 1000;
  if (fromMs < device.bornAtMs) return null;
  return { fromMs, toMs: fromMs + lasts * 1000 };
};

/** All outages that touch the span, merged where they overlap, oldest first. */
export const outagesBetween = (device: DeviceModel, fromMs: number, toMs: number): Outage[] => {
  const found = device.added.filter((outage) => outage.toMs > fromMs && outage.fromMs < toMs);
  for (let day = Math.floor(fromMs / dayMs); day * dayMs < toMs; day++) {
    const outage = scheduledOutage(device, day);
    if (outage && outage.toMs > fromMs && outage.fromMs < toMs) found.push(outage);
  }
  found.sort((a, b) => a.fromMs - b.fromMs);
  const merged: Outage[] = [];
  for (const outage of found) {
    const last = merged.at(-1);
    if (last && outage.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, outage.toMs);
    else merged.push({ ...outage });
  }
  return merged;
};

/** The exact number of hashes done from `fromMs` (included) to `toMs` (not). */
export const hashesBetween = (device: DeviceModel, fromMs: number, toMs: number): bigint => {
  const from = Math.max(fromMs, device.bornAtMs);
  if (toMs <= from) return 0n;
  let hashes = hashesWhileUp(device, from, toMs);
  for (const outage of outagesBetween(device, from, toMs)) {
    hashes -= hashesWhileUp(device, Math.max(from, outage.fromMs), Math.min(toMs, outage.toMs));
  }
  return hashes;
};

/** Whether the device runs at a time, since when, and how fast. */
export const stateAt = (device: DeviceModel, atMs: number): DeviceState => {
  if (atMs < device.bornAtMs) return { up: false, bootAtMs: device.bornAtMs, rateMhs: 0 };
  const bootAtMs = lastBootBefore(device, atMs);
  if (bootAtMs > atMs) return { up: false, bootAtMs, rateMhs: 0 };
  return { up: true, bootAtMs, rateMhs: rateOfSecond(device, Math.floor(atMs / 1000)) };
};

/** End of the latest outage that began at or before `atMs`: in the future while the device is down. */
const lastBootBefore = (device: DeviceModel, atMs: number): number => {
  const today = Math.floor(atMs / dayMs);
  const firstDay = Math.floor(device.bornAtMs / dayMs);
  let boot = device.bornAtMs;
  for (const outage of device.added) if (outage.fromMs <= atMs) boot = Math.max(boot, outage.toMs);
  for (let day = today; day >= firstDay && (day + 1) * dayMs > boot; day--) {
    const outage = scheduledOutage(device, day);
    if (outage && outage.fromMs <= atMs) boot = Math.max(boot, outage.toMs);
  }
  return boot;
};

/** Adds an outage, for instance a restart; the device starts anew at its end. */
export const addOutage = (device: DeviceModel, fromMs: number, toMs: number): void => {
  if (!(toMs > fromMs)) throw new RangeError('an outage ends after it begins');
  device.added.push({ fromMs, toMs });
};
