import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import type { Db } from '../../db/transaction.ts';
import type { CheckKind } from './integrity-check.store.ts';

interface LastCheck {
  readonly kind: CheckKind;
  /** The moment that it looked at. */
  readonly at: Date;
  /** It should have run again since then. */
  readonly isOld: boolean;
}

/** The whole check rests an hour at most and takes minutes, the guards run every half minute. */
const OLD_AFTER_MS: Record<CheckKind, number> = { whole: 3 * HOUR_MS, guard: 10 * MINUTE_MS };

/** The last check of each kind that came to its end. */
export const listLastChecks = async (db: Db, now: number): Promise<LastCheck[]> => {
  const { rows } = await db.query<{ kind: CheckKind; at: Date }>(
    'SELECT kind, at FROM integrity_check ORDER BY kind DESC',
  );
  return rows.map(({ kind, at }) => ({ kind, at, isOld: now - at.getTime() > OLD_AFTER_MS[kind] }));
};
