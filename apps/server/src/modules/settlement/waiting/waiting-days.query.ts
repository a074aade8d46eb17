import { HOUR_MS } from '@minerx/rules/duration';
import type { Db } from '../../../db/transaction.ts';
import { dayOf } from '../../../outside/utc-day.ts';
import { findPoolPayout } from '../day-figures.query.ts';
import { countWaitingDevices } from '../pool/pool-figures.store.ts';
import { listOpenDays } from '../settlement.query.ts';

/** The pool tells of a day for 24 hours after its end, and an hour later what it told has been tried: nothing comes of itself any more. */
const WAITS_AFTER_MS = 25 * HOUR_MS;
/** How far back days are looked for that are open: far longer than they are tried by themselves, so that nobody's reward is forgotten. */
export const OPEN_DAYS_MS = 400 * 24 * HOUR_MS;

/** Days that are not settled and that nothing will settle by itself: an operator decides. The oldest first. */
export const listWaitingDays = (db: Db, now: number): Promise<string[]> =>
  listOpenDays(db, dayOf(now - OPEN_DAYS_MS), dayOf(now - WAITS_AFTER_MS));

/** What an operator does about such a day, as a sentence. */
export const tellWaitingDay = async (db: Db, day: string): Promise<string> => {
  if ((await findPoolPayout(db, day)) === null)
    return `${day} waits for what the pool paid: settlement payout --day ${day} --amount … --reason "…" records it`;
  const waiting = await countWaitingDevices(db, day);
  if (waiting > 0)
    return `${day} waits for ${waiting} devices with orders that the pool has told nothing of, or too late: settlement decide --day ${day} --reason "…" settles it without`;
  return `${day} is not settled: settlement run --day ${day} tells what it waits for`;
};
