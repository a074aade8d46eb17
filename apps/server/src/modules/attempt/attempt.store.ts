import type { Db, Tx } from '../../db/transaction.ts';
import { isSealed, keyedDigest } from '../../security/secret-hash.ts';
import { factorSubject, loginSubject, nothingCounted, pinSubject, type Count } from './attempt-rule.ts';

/**
 * A count carries a seal of a secret that the database does not know, over all of it and its version; the database lets versions and times
 * rise only, and deletes nothing before its time. So who writes past the product has no more guesses than who asks it.
 */
const sealOf = (pepper: string, subject: string, version: bigint, count: Count): Buffer =>
  keyedDigest(
    pepper,
    'count',
    subject,
    version.toString(),
    count.failures.toString(),
    count.lockouts.toString(),
    count.lockedUntil?.toISOString() ?? '',
    count.updatedAt.toISOString(),
  );

interface KeptCount {
  subject: string;
  version: bigint;
  count: Count;
  /** Whether one of our processes wrote it. */
  isOurs: boolean;
}

type Row = Count & { subject: string; version: bigint; seal: Buffer | null };

const COLUMNS = 'subject, version, seal, failures, lockouts, locked_until AS "lockedUntil", updated_at AS "updatedAt"';

const kept = (pepper: string, { subject, version, seal, ...count }: Row): KeptCount => {
  const isOurs = isSealed(seal, sealOf(pepper, subject, version, count));
  // The database's times are finer than ours, and only rise.
  const updatedAt = isOurs ? count.updatedAt : new Date(count.updatedAt.getTime() + 1);
  return { subject, version, count: { ...count, updatedAt }, isOurs };
};

export const findCount = async (db: Db, pepper: string, subject: string): Promise<KeptCount | null> => {
  const { rows } = await db.query<Row>({
    name: 'attempt_find',
    text: `SELECT ${COLUMNS} FROM attempt WHERE subject = $1`,
    values: [subject],
  });
  return rows[0] === undefined ? null : kept(pepper, rows[0]);
};

/** Writes a count where the one of this version stands (0: none). False: somebody was faster. */
export const writeCount = async (
  db: Db,
  pepper: string,
  subject: string,
  count: Count,
  version: bigint,
): Promise<boolean> => {
  const next = version + 1n;
  const { rowCount } = await db.query({
    name: 'attempt_write',
    text: `INSERT INTO attempt AS a (subject, version, failures, lockouts, locked_until, updated_at, seal) VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (subject) DO UPDATE SET version = excluded.version, failures = excluded.failures, lockouts = excluded.lockouts,
             locked_until = excluded.locked_until, updated_at = excluded.updated_at, seal = excluded.seal
            WHERE a.version = excluded.version - 1`,
    values: [
      subject,
      next,
      count.failures,
      count.lockouts,
      count.lockedUntil,
      count.updatedAt,
      sealOf(pepper, subject, next, count),
    ],
  });
  return rowCount === 1;
};

/** Forgets what was counted against secrets that are replaced in this transaction. */
export const clearAttemptsIn = async (tx: Tx, pepper: string, subjects: readonly string[]): Promise<void> => {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM attempt WHERE subject = ANY($1) ORDER BY subject FOR UPDATE`,
    [subjects],
  );
  for (const { subject, count, version } of rows.map((row) => kept(pepper, row)))
    await writeCount(tx, pepper, subject, nothingCounted(count), version);
};

/** The same for sign-in with a password, on every device. */
export const clearLoginAttemptsIn = async (tx: Tx, pepper: string, emailKey: string): Promise<void> => {
  const { rows } = await tx.query<{ subject: string }>(
    `SELECT subject FROM attempt WHERE subject = $1 OR (subject COLLATE "C" >= $2 AND subject COLLATE "C" < $3)`,
    [loginSubject(emailKey), ...placesOf(emailKey)],
  );
  await clearAttemptsIn(
    tx,
    pepper,
    rows.map(({ subject }) => subject),
  );
};

/** What was wrong at a gate of an account since something was right there last. */
export interface WrongTries {
  readonly gate: 'login' | 'pin' | 'factor';
  /** Of a password on all devices and places together; counted anew after a lock. */
  readonly failures: number;
  /** In a row. */
  readonly locks: number;
  /** Nothing is tried before; null: never was. */
  readonly lockedUntil: Date | null;
  readonly at: Date;
}

export const listWrongTries = async (
  db: Db,
  { memberId, emailKey }: { memberId: bigint; emailKey: string },
): Promise<WrongTries[]> => {
  const { rows } = await db.query<WrongTries>(
    `SELECT split_part(subject, ':', 1) AS gate, sum(failures)::integer AS failures, max(lockouts) AS locks, max(locked_until) AS "lockedUntil", max(updated_at) AS at
       FROM attempt WHERE (subject = ANY($1) OR subject COLLATE "C" >= $2 AND subject COLLATE "C" < $3) AND (failures > 0 OR lockouts > 0)
      GROUP BY 1 ORDER BY 1`,
    [[pinSubject(memberId), factorSubject(memberId), loginSubject(emailKey)], ...placesOf(emailKey)],
  );
  return rows;
};

/** Where the subjects of an email with a place begin and end: no email holds a # after its @, so no other one begins like this; what follows the # is a $. */
const placesOf = (emailKey: string): [string, string] => {
  const first = loginSubject(emailKey, '');
  return [first, first.replace(/#$/, '$')];
};

/** Counts something that is no try and needs no seal, such as a mail of an hour. Gives how many it were. */
export const countIn = async (tx: Tx, subject: string, at: Date): Promise<number> => {
  const { rows } = await tx.query<{ count: number }>(
    `INSERT INTO attempt AS a (subject, failures, updated_at) VALUES ($1, 1, $2)
     ON CONFLICT (subject) DO UPDATE SET failures = a.failures + 1, version = a.version + 1, updated_at = greatest(a.updated_at, $2)
     RETURNING failures AS count`,
    [subject, at],
  );
  return rows[0]!.count;
};

/** What was counted, by subject; from now on nothing was. */
export const takeCounts = async (tx: Tx, subjects: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await tx.query<{ subject: string; count: number }>(
    `UPDATE attempt a SET failures = 0, version = a.version + 1
       FROM (SELECT subject, failures FROM attempt WHERE subject = ANY($1::text[]) ORDER BY subject FOR UPDATE) before
      WHERE before.subject = a.subject RETURNING a.subject, before.failures AS count`,
    [subjects],
  );
  return new Map(rows.map(({ subject, count }) => [subject, count]));
};

/** Forgets what nobody has added to for long and no lock rests on. How long, the database says. */
export const forgetAttempts = async (db: Db, now: Date): Promise<void> => {
  await db.query('SELECT forget_attempts($1)', [now]);
};
