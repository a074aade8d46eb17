import { DAY_MS, MINUTE_MS } from '@minerx/rules/duration';
import { firstIdOf, timeOfId } from '../../base/ids.ts';
import type { Context } from '../../context.ts';
import { allowTime } from '../../db/shared-pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { findLastMark, findNextMovement, keepMarksOf } from './balance-mark.store.ts';

/** So long what is written late, by a process that hung or a clock that was set back, finds no mark above it: as days stay open. */
const OPEN_DAYS = 2;
/** A page that begins anywhere adds up so many movements of an account, give or take; the marks take a thousandth of what the postings do. */
const ONE_OF = 1024;
/** The first time there may be a day of a whole house. */
const PATIENCE_MS = 10 * MINUTE_MS;

/** Marks what accounts held after some of the movements since the last mark, a day at a time: how far it has come the marks say themselves. */
export const keepBalanceMarks = async (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  oneOf = ONE_OF,
): Promise<void> => {
  const endMs = clock.now() - OPEN_DAYS * DAY_MS;
  let behind = await findLastMark(pool);
  for (;;) {
    const next = await findNextMovement(pool, behind);
    if (next === null || timeOfId(next) >= endMs) return;
    const before = firstIdOf(Math.min(endMs, timeOfId(next) - (timeOfId(next) % DAY_MS) + DAY_MS));
    await inTransaction(pool, async (tx) => {
      await allowTime(tx, PATIENCE_MS);
      await keepMarksOf(tx, behind, before, oneOf);
    });
    behind = before;
  }
};
