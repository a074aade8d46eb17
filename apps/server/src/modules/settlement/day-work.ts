import { computeReward, MAX_HASHRATE_THS, PICO, type RewardSegment } from '@minerx/rules/mining-reward';
import { spread } from '@minerx/rules/spread';

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

/** One device's day, stretch by stretch. */
export interface DeviceDay {
  hashes: bigint[];
  /** Seconds that nobody saw; minutes without a row are among them. */
  blindS: number[];
  /** What the pool saw in the blind seconds. */
  filled: bigint[];
  /** The most that the blind seconds can turn out to be worth. */
  limit: bigint;
  /** Blind, and the pool has not told its figure: orders on it wait. */
  open: boolean;
  simulated: boolean;
}

const MINUTES_PER_DAY = 1440;
const MINUTE_MS = 60_000;
/** What the pool saw may exceed the device's own pace by its luck with shares, but not by more. */
const FILL_TENTHS = 11n;
const BOUND_PER_S = (BigInt(MAX_HASHRATE_THS) * 1_000_000_000_000n * FILL_TENTHS) / 10n;

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
export const minutesIn = (stretch: Stretch, fromMinute: number, toMinute: number): number =>
  Math.max(0, Math.min(stretch.toMinute, toMinute) - Math.max(stretch.fromMinute, fromMinute));

/**
 * A device's day: what it measured, what nobody saw, and how much of that the pool's figure fills. The pool's figure fills
 * blind seconds only, and at most at the device's own pace of the day plus a tenth for luck (on a day that nobody saw: at the
 * most a miner can do); what the device measured beyond the pool's figure stays.
 */
export const deviceDay = (input: {
  stretches: readonly Stretch[];
  /** By stretch; missing ones were not measured. */
  measured: readonly (Measured | undefined)[];
  /** When orders had a share in it that day: only there does it matter that nobody saw it. */
  fromMinute: number;
  toMinute: number;
  /** Null while the pool has told nothing. */
  poolHashes: bigint | null;
  simulated: boolean;
}): DeviceDay => {
  const { stretches, measured, poolHashes, simulated } = input;
  const hashes = stretches.map((_, index) => measured[index]?.hashes ?? 0n);
  const blindS = stretches.map((stretch, index) => {
    const seenS = (measured[index]?.coveredS ?? 0) + (measured[index]?.downS ?? 0);
    return Math.max(0, minutesIn(stretch, input.fromMinute, input.toMinute) * 60 - seenS);
  });
  const allBlindS = blindS.reduce((sum, seconds) => sum + seconds, 0);
  const none = stretches.map(() => 0n);
  if (allBlindS === 0) return { hashes, blindS, filled: none, limit: 0n, open: false, simulated };
  const total = hashes.reduce((sum, part) => sum + part, 0n);
  const coveredS = measured.reduce((sum, part) => sum + (part?.coveredS ?? 0), 0);
  const limit = blindLimit(total, coveredS, allBlindS);
  if (poolHashes === null) return { hashes, blindS, filled: none, limit, open: true, simulated };
  const missing = poolHashes > total ? poolHashes - total : 0n;
  const filled = spread(missing < limit ? missing : limit, blindS);
  return { hashes, blindS, filled, limit, open: false, simulated };
};

const blindLimit = (hashes: bigint, coveredS: number, blindS: number): bigint =>
  coveredS === 0 ? BigInt(blindS) * BOUND_PER_S : (hashes * BigInt(blindS) * FILL_TENTHS) / (10n * BigInt(coveredS));

/**
 * What the whole fleet's work is worth by the formula, in 1e-12 satoshi, rounded up. Open devices count with the most that
 * they can still add, so that a factor taken from it stays right when their figures arrive.
 */
export const fleetWorthPico = (
  stretches: readonly Stretch[],
  devices: Iterable<DeviceDay>,
  poolFeePpm: number,
): bigint => {
  const sums = stretches.map(() => 0n);
  for (const device of devices) {
    const bound = device.open ? spread(device.limit, device.blindS) : device.filled;
    for (let index = 0; index < sums.length; index++) sums[index]! += device.hashes[index]! + bound[index]!;
  }
  return worthPico(
    stretches.map(({ bits, height }, index) => ({ bits, height, hashesTenths: (sums[index]! * 10n).toString() })),
    poolFeePpm,
  );
};

const ENDLESS = '9'.repeat(70);

/** The rules' own arithmetic with nothing in its way: no factor, no carry, no cap. */
const worthPico = (segments: RewardSegment[], poolFeePpm: number): bigint => {
  const { rewardSat, carryPicoSat } = computeReward({
    segments,
    poolFeePpm,
    payoutFactor: { numerator: '1', denominator: '1' },
    carryPicoSat: '0',
    btcPriceUnits: '1',
    profitBalanceUnits: ENDLESS,
  });
  return rewardSat * PICO + carryPicoSat + 1n;
};

export interface PayoutFactor {
  numerator: bigint;
  denominator: bigint;
}

/** Where the pool paid less than the formula says, everybody gets the same part of it; never more than the formula. */
export const payoutFactorOf = (payoutSat: bigint, fleetPico: bigint): PayoutFactor => {
  const payoutPico = payoutSat * PICO;
  return payoutPico >= fleetPico
    ? { numerator: 1n, denominator: 1n }
    : { numerator: payoutPico, denominator: fleetPico };
};

/** An order's part of a device's day, from a minute on; whole days take everything. */
export const windowOf = (
  device: DeviceDay,
  stretches: readonly Stretch[],
  measured: readonly (Measured | undefined)[],
  fromMinute: number,
): { hashes: bigint[]; blindS: number } => {
  let allBlindS = 0;
  const hashes = stretches.map((stretch, index) => {
    const part = measured[index];
    const seenS = (part?.coveredS ?? 0) + (part?.downS ?? 0);
    const blindS = Math.min(
      device.blindS[index]!,
      Math.max(0, minutesIn(stretch, fromMinute, MINUTES_PER_DAY) * 60 - seenS),
    );
    allBlindS += blindS;
    const filled = blindS === 0 ? 0n : (device.filled[index]! * BigInt(blindS)) / BigInt(device.blindS[index]!);
    return (part?.hashes ?? 0n) + filled;
  });
  return { hashes, blindS: allBlindS };
};
