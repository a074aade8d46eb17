import type { Pool } from 'pg';
import { ADVISORY_LOCK, tryLockAlone } from '../../db/advisory-locks.ts';
import { allowTime } from '../../db/shared-pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { foldDeltas, isAnyDelta, updateStanding } from './team-figures.store.ts';
import { readStandingRules } from './team.query.ts';

/** Deltas of one transaction. A hundred purchases of one evening share most of their ancestors, so more at once cost less each. */
const FOLD_AT_ONCE = 1000;

/**
 * Adds the oldest deltas to the figures of their members and of everybody above them; gives how many. Zero also while
 * another process folds. Deltas are claimed by deleting them, in the same transaction: none is folded twice, and one whose
 * transaction commits late is found late, never skipped.
 * @internal
 */
export const foldTeamDeltas = (pool: Pool, atOnce: number = FOLD_AT_ONCE): Promise<number> =>
  inTransaction(pool, async (tx) => {
    if (!(await tryLockAlone(tx, ADVISORY_LOCK.teamFigures))) return 0;
    const rules = await readStandingRules(tx);
    return foldDeltas(tx, atOnce, rules);
  });

/** Folds until nothing is left; gives how many deltas there were. */
export const foldAllTeamDeltas = async (pool: Pool, atOnce: number = FOLD_AT_ONCE): Promise<number> => {
  // Asked twice a second for ever: a quiet team costs one look and no transaction.
  if (!(await isAnyDelta(pool))) return 0;
  for (let total = 0; ;) {
    const folded = await foldTeamDeltas(pool, atOnce);
    total += folded;
    if (folded < atOnce) return total;
  }
};

/** Sets Foundation and Legacy of all members anew, as after a change of the rules; gives how many changed. */
export const recomputeStanding = (pool: Pool): Promise<number> =>
  inTransaction(pool, async (tx) => {
    await allowTime(tx, PATIENCE_MS);
    if (!(await tryLockAlone(tx, ADVISORY_LOCK.teamFigures))) return 0;
    const rules = await readStandingRules(tx);
    return updateStanding(tx, rules);
  });

/** It reads every member's figures once a day; the limit of ordinary statements is not meant for it. */
const PATIENCE_MS = 300_000;
