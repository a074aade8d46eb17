import type { Db, Tx } from '../../db/transaction.ts';
import { loginSubject, type AttemptRule } from './attempt-rule.ts';

/** Why a try is not taken: a lock, or the pause between two tries that is not over (`isPause`). */
export interface Lock {
  retryAfterS: number;
  isPause: boolean;
}

// One statement, so that guesses sent at once to several processes are counted one after the other. The try that uses up
// the allowance sets the lock at once, before anybody knows whether it is right; a success lifts it again. So does one that is followed by a
// pause: of many at once one is compared. A pause counts on; after a lock the count begins anew.
const TAKE = `
  INSERT INTO attempt AS a (subject, failures, lockouts, locked_until, updated_at)
  VALUES ($1, 1, 0, NULL, $2)
  ON CONFLICT (subject) DO UPDATE SET
    (failures, lockouts, locked_until, updated_at) = (
      SELECT CASE WHEN n.failures >= $3 THEN 0 ELSE n.failures END,
             n.lockouts + CASE WHEN n.failures >= $3 THEN 1 ELSE 0 END,
             CASE WHEN n.failures >= $3
                  THEN $2::timestamptz + ($5::int[])[least(n.lockouts + 1, cardinality($5::int[]))] * interval '1 minute'
                  ELSE $2::timestamptz + nullif(($6::int[])[n.failures], 0) * interval '1 second' END,
             $2::timestamptz
        FROM (SELECT CASE WHEN stale THEN 1 ELSE a.failures + 1 END AS failures, CASE WHEN stale THEN 0 ELSE a.lockouts END AS lockouts
                FROM (SELECT $4::int IS NOT NULL AND a.updated_at + $4 * interval '1 minute' < $2
                             AND coalesce(a.locked_until + $4 * interval '1 minute' < $2, true) AS stale) s) n)
    WHERE a.locked_until IS NULL OR a.locked_until <= $2
  RETURNING failures = 0 AS last`;

/** As many lengths as it takes to reach the longest lock. */
const LOCKS = 12;

/** Counts one try; `last` says that it set the lock. Null: it is not taken, for a lock or a pause. */
export const countTry = async (
  db: Db,
  subject: string,
  rule: AttemptRule,
  now: number,
): Promise<{ last: boolean } | null> => {
  const locks = Array.from({ length: LOCKS }, (_, index) => rule.lockMinutes(index + 1));
  const { pauseS } = rule;
  const pauses = pauseS ? Array.from({ length: rule.tries - 1 }, (_, index) => pauseS(index + 1)) : [];
  const { rows } = await db.query<{ last: boolean }>({
    name: 'attempt_take',
    text: TAKE,
    values: [subject, new Date(now), rule.tries, rule.forgetMinutes, locks, pauses],
  });
  return rows[0] ?? null;
};

/** What keeps a subject from its next try; null when nothing does. */
export const findLock = async (db: Db, subject: string, now: number): Promise<Lock | null> => {
  const { rows } = await db.query<{ until: Date; isPause: boolean }>({
    name: 'attempt_locked',
    text: 'SELECT locked_until AS until, failures > 0 AS "isPause" FROM attempt WHERE subject = $1 AND locked_until > $2',
    values: [subject, new Date(now)],
  });
  if (rows[0] === undefined) return null;
  const { until, isPause } = rows[0];
  return { retryAfterS: Math.max(1, Math.ceil((until.getTime() - now) / 1000)), isPause };
};

/** A right secret clears failures and locks alike. */
export const clearAttempts = async (db: Db, subject: string): Promise<void> => {
  await db.query({ name: 'attempt_clear', text: 'DELETE FROM attempt WHERE subject = $1', values: [subject] });
};

/** Gives back a try that turned out to be no guess, and lifts the lock that it set. */
export const returnAttempt = async (db: Db, subject: string, rule: AttemptRule, last: boolean): Promise<void> => {
  await db.query({
    name: 'attempt_return',
    text: `UPDATE attempt SET failures = CASE WHEN $3 THEN $2 - 1 ELSE greatest(failures - 1, 0) END,
             lockouts = lockouts - CASE WHEN $3 THEN 1 ELSE 0 END, locked_until = CASE WHEN $3 THEN NULL ELSE locked_until END
            WHERE subject = $1`,
    values: [subject, rule.tries, last],
  });
};

/** Forgets what was counted against a secret that is replaced in this transaction. */
export const clearAttemptsIn = async (tx: Tx, subjects: readonly string[]): Promise<void> => {
  await tx.query('DELETE FROM attempt WHERE subject = ANY($1)', [subjects]);
};

/** The same for sign-in with a password, on every device. */
export const clearLoginAttemptsIn = async (tx: Tx, emailKey: string): Promise<void> => {
  // No email holds a # after its @, so no other email begins like this; what follows the # is a $.
  const first = loginSubject(emailKey, '');
  await tx.query(`DELETE FROM attempt WHERE subject = $1 OR (subject COLLATE "C" >= $2 AND subject COLLATE "C" < $3)`, [
    loginSubject(emailKey),
    first,
    first.replace(/#$/, '$'),
  ]);
};

/** Counts something that is no try, such as a mail of an hour. Gives how many it were. */
export const countIn = async (tx: Tx, subject: string, at: Date): Promise<number> => {
  const { rows } = await tx.query<{ count: number }>(
    `INSERT INTO attempt AS a (subject, failures, updated_at) VALUES ($1, 1, $2)
     ON CONFLICT (subject) DO UPDATE SET failures = a.failures + 1, updated_at = $2 RETURNING failures AS count`,
    [subject, at],
  );
  return rows[0]!.count;
};

/** What was counted, by subject; from now on nothing was. */
export const takeCounts = async (tx: Tx, subjects: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await tx.query<{ subject: string; count: number }>(
    'DELETE FROM attempt WHERE subject = ANY($1::text[]) RETURNING subject, failures AS count',
    [subjects],
  );
  return new Map(rows.map(({ subject, count }) => [subject, count]));
};

/** Forgets what nobody has added to since and no lock rests on, but subjects of these patterns. */
export const forgetAttempts = async (db: Db, before: Date, but: readonly string[]): Promise<void> => {
  await db.query(
    `DELETE FROM attempt WHERE NOT subject LIKE ANY ($2::text[]) AND updated_at < $1 AND coalesce(locked_until < $1, true)`,
    [before, but],
  );
};
