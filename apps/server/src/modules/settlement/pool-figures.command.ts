import type { Context } from '../../context.ts';
import { dayEnd } from '../../outside/utc-day.ts';
import { insertPoolPayout, insertPoolWorkerDays } from './settlement.store.ts';

const SECONDS_PER_DAY = 86_400;
/** The pool tells a running average over 24 hours, which is the UTC day only when asked at its end. */
const WORKER_DAY_WINDOW_MS = 10 * 60_000;
const MHS = 1_000_000;

type Needs = Pick<Context, 'pool' | 'outside' | 'clock'>;

/** Records what the pool paid for a day, as soon as it says so. @throws OutsideFailure when the pool does not answer. */
export const recordPoolPayout = async ({ pool, outside }: Needs, day: string): Promise<void> => {
  const source = outside.pool;
  for (const { day: paidDay, rewardSat } of await source.dailyRewards(day, day)) {
    await insertPoolPayout(pool, { day: paidDay, rewardSat, source: source.sourceId, simulated: source.simulated });
  }
};

/**
 * Records what the pool saw of each device on the day that has just ended.
 * @returns how many devices; 0 outside the ten minutes in which the pool's 24-hour average is that day.
 * @throws OutsideFailure when the pool does not answer.
 */
export const recordPoolWorkerDay = async ({ pool, outside, clock }: Needs, day: string): Promise<number> => {
  const lateMs = clock.now() - dayEnd(day);
  if (lateMs < 0 || lateMs > WORKER_DAY_WINDOW_MS) return 0;
  const source = outside.pool;
  const workers = (await source.workers()).map(({ serial, hashrate24h }) => ({
    serial,
    // Read to a whole MH/s: the pool rounds no finer.
    hashes: BigInt(Math.round(hashrate24h / MHS)) * BigInt(MHS) * BigInt(SECONDS_PER_DAY),
  }));
  return insertPoolWorkerDays(pool, day, workers, source.simulated);
};
