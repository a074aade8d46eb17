import { DAY_MS, MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../../../context.ts';
import { dayEnd, dayStart } from '../../../outside/utc-day.ts';
import { findWhoseWorkers } from '../../device/device-sight.store.ts';
import { countUnseenDevices, insertPoolWorkerDays } from './pool-figures.store.ts';

const SECONDS_PER_DAY = 86_400;
/** The pool tells a running average over 24 hours, which is the UTC day when it is asked at its end. */
const WORKER_DAY_WINDOW_MS = 10 * MINUTE_MS;
const MHS = 1_000_000;

/**
 * Records what the pool saw of each device on a day that has ended, where that is not known yet. Later than ten minutes after its end the
 * running average has moved on, and how far is kept beside the figure; after a day it tells nothing of it any more.
 * @returns how many devices with live orders the pool has told nothing of
 * @throws OutsideFailure when the pool does not answer.
 */
export const recordPoolWorkerDay = async (
  { pool, outside, clock }: Pick<Context, 'pool' | 'outside' | 'clock'>,
  day: string,
): Promise<number> => {
  const lateMs = clock.now() - dayEnd(day);
  const unseen = await countUnseenDevices(pool, day);
  if (lateMs < 0 || lateMs >= DAY_MS || unseen === 0) return unseen;
  const source = outside.pool;
  const { ofDevice } = await findWhoseWorkers(pool, await source.workers(), new Date(dayStart(day)));
  const figures = [...ofDevice].map(([deviceId, { hashrate24h }]) => ({
    deviceId,
    // Read to a whole MH/s: the pool rounds no finer.
    hashes: BigInt(Math.round(hashrate24h / MHS)) * BigInt(MHS) * BigInt(SECONDS_PER_DAY),
  }));
  const lateS = lateMs <= WORKER_DAY_WINDOW_MS ? 0 : Math.floor(lateMs / 1000);
  await insertPoolWorkerDays(pool, day, figures, { lateS, simulated: source.simulated });
  return countUnseenDevices(pool, day);
};
