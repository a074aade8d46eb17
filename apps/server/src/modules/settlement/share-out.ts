import { minedPicoSat, PICO } from '@minerx/rules/mining-reward';
import { spread } from '@minerx/rules/spread';
import {
  ceiling,
  creditedOf,
  cutTo,
  deviceDay,
  sum,
  type DeviceDay,
  type DeviceFacts,
  type Stretch,
} from './day-work.ts';

interface PayoutFactor {
  numerator: bigint;
  denominator: bigint;
}

/** What the pool's payout leaves of a day's work. */
export interface Shares {
  /** How far above the pool's figure a device is believed, in millionths. */
  bandPpm: number;
  payout: PayoutFactor;
}

const WHOLE: PayoutFactor = { numerator: 1n, denominator: 1n };

/** What so many hashes by stretch are worth by the formula, in 1e-12 satoshi, rounded up. */
export const worthPico = (stretches: readonly Stretch[], hashes: readonly bigint[], poolFeePpm: number): bigint =>
  minedPicoSat(
    {
      segments: stretches.map(({ bits, height }, index) => ({
        bits,
        height,
        hashesTenths: (hashes[index]! * 10n).toString(),
      })),
      payoutFactor: { numerator: '1', denominator: '1' },
    },
    poolFeePpm,
  ) + 1n;

/**
 * What a day's work is worth by the formula, before any payout, in whole satoshi: what devices are credited, and what the pool saw of
 * machines that take part in nothing (`others`), spread over the day.
 */
export const formulaSat = (
  { stretches, poolFeePpm }: { stretches: readonly Stretch[]; poolFeePpm: number },
  devices: readonly Pick<DeviceDay, 'measured' | 'filled' | 'cut'>[],
  others: bigint,
): bigint => {
  const spare = spread(
    others,
    stretches.map(({ fromMinute, toMinute }) => toMinute - fromMinute),
  );
  const hashes = stretches.map((_, index) => spare[index]! + sum(devices.map((device) => creditedOf(device)[index]!)));
  return worthPico(stretches, hashes, poolFeePpm) / PICO;
};

/** A device whose orders wait for the pool counts with the most that it can still come to, so that the shares stay right when its figure arrives. @internal */
export const openBound = (
  stretches: readonly Stretch[],
  { measured, blindS, limit, ratedThs }: DeviceFacts,
): bigint[] => {
  const filled = limit === 0n ? measured.map(() => 0n) : spread(limit, blindS);
  return creditedOf({
    measured,
    filled,
    cut: cutTo(stretches, ceiling({ pool: null, ratedThs }, 0), measured, filled),
  });
};

/**
 * Shares the pool's payout out. It is measured first at what the pool saw of each device, so a device that tells more takes
 * nothing from the others: where the payout does not cover everybody's band, the band of all is narrowed until it does, and
 * only where it does not even cover what the pool saw, everybody gets the same part of that.
 */
export const shareOut = (input: {
  stretches: readonly Stretch[];
  /** Devices whose figure the pool has told. */
  seen: readonly DeviceFacts[];
  open: readonly DeviceFacts[];
  payoutSat: bigint;
  /** The widest band, by the operator's setting. */
  bandPpm: number;
  poolFeePpm: number;
}): Shares => {
  const { stretches, poolFeePpm } = input;
  const fixed = stretches.map(() => 0n);
  const add = (to: bigint[], hashes: readonly bigint[]): void => {
    for (const [index, part] of hashes.entries()) to[index]! += part;
  };
  for (const device of input.open) add(fixed, openBound(stretches, device));
  const above = input.seen.filter((device) => {
    if (sum(device.measured) + sum(device.filled) > ceiling(device, 0)) return true;
    add(fixed, device.measured);
    add(fixed, device.filled);
    return false;
  });
  const worthAt = (bandPpm: number): bigint => {
    const all = [...fixed];
    for (const device of above) add(all, creditedOf(deviceDay(stretches, device, bandPpm)));
    return worthPico(stretches, all, poolFeePpm);
  };
  const payoutPico = input.payoutSat * PICO;
  if (worthAt(input.bandPpm) <= payoutPico) return { bandPpm: input.bandPpm, payout: WHOLE };
  const least = worthAt(0);
  if (least > payoutPico) return { bandPpm: 0, payout: { numerator: payoutPico, denominator: least } };
  let [fits, tooWide] = [0, input.bandPpm];
  while (tooWide - fits > 1) {
    const middle = Math.floor((fits + tooWide) / 2);
    if (worthAt(middle) <= payoutPico) fits = middle;
    else tooWide = middle;
  }
  return { bandPpm: fits, payout: WHOLE };
};
