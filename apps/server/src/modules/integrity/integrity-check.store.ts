import type { Db } from '../../db/transaction.ts';

/** `whole`: every equation; `guard`: those that stand before what leaves. */
export type CheckKind = 'whole' | 'guard';

/** Notes that a check has come to its end, whatever it found. @param at the moment that it looked at */
export const noteCheck = async (db: Db, kind: CheckKind, at: Date): Promise<void> => {
  await db.query('UPDATE integrity_check SET at = $2 WHERE kind = $1', [kind, at]);
};

/** The moment that the last finished check of each kind looked at. */
export const listChecks = async (db: Db): Promise<{ kind: CheckKind; at: Date }[]> => {
  const { rows } = await db.query<{ kind: CheckKind; at: Date }>(
    'SELECT kind, at FROM integrity_check ORDER BY kind DESC',
  );
  return rows;
};
