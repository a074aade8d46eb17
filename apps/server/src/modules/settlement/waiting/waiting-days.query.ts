import type { Pool } from 'pg';
import { findPoolPayout } from '../day-figures.query.ts';
import { countUnseenDevices } from '../pool/pool-figures.store.ts';
import { listOpenDays } from '../settlement.query.ts';

const HOUR_MS = 3_600_000;
/** The pool tells of a day for 24 hours after its end, and an hour later what it told has been tried: nothing comes of itself any more. */
const WAITS_AFTER_MS = 25 * HOUR_MS;
/** Far longer than days are tried by themselves: nobody's reward is forgotten. */
const LOOK_BACK_MS = 400 * 24 * HOUR_MS;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Days that are not settled and that nothing will settle by itself: an operator decides. The oldest first. */
export const listWaitingDays = (pool: Pool, now: number): Promise<string[]> =>
  listOpenDays(pool, dayOf(now - LOOK_BACK_MS), dayOf(now - WAITS_AFTER_MS));

/** What an operator does about such a day, as a sentence. */
export const tellWaitingDay = async (pool: Pool, day: string): Promise<string> => {
  if ((await findPoolPayout(pool, day)) === null)
    return `${day} waits for what the pool paid: settlement payout --day ${day} --amount … --reason "…" records it`;
  const unseen = await countUnseenDevices(pool, day);
  if (unseen > 0)
    return `${day} waits for ${unseen} devices with orders that the pool has told nothing of: settlement decide --day ${day} --reason "…" settles it without`;
  return `${day} is not settled: settlement run --day ${day} tells what it waits for`;
};
