import type { ClientBase } from 'pg';
import type { Tx } from './transaction.ts';

/**
 * The advisory locks of the database, each for one purpose and the same in every version: processes meet on these numbers.
 * Functions of the migrations take 7 240 101 (making the partition of a day's minutes), 7 240 108 (that of a month of the ledger) and, with a day, 7 240 105 (its minutes).
 */
export const ADVISORY_LOCK = {
  /** Held together by all processes that collect; with a part of the fleet it is another lock, held by whoever has that part. */
  collector: 7_240_102,
  /** Held for as long as a process has the lease. */
  worker: 7_240_103,
  /** One settlement at a time, in all processes. */
  settlement: 7_240_104,
  /** The figures of teams: one fold at a time. With a day the number is another lock, see above. */
  teamFigures: 7_240_105,
  /** With a day: what the pool paid for it. */
  poolPayout: 7_240_106,
  /** The reference rows of a start. */
  seed: 7_240_107,
  /** The next line of the audit log: lines are chained, so they come one after the other. */
  audit: 7_240_110,
  /** Held together by whatever lets something leave until it is committed, and alone by a freeze of payouts. */
  payouts: 7_240_111,
  /** The next child number of deposit addresses. */
  depositAddress: 7_240_112,
  /** Held by the one demo that runs on a database. */
  demo: 7_240_113,
  /** Of proposals that two agree to: one is carried out at a time, so that none rests on a value that another changes. Taken before every other. */
  agreement: 7_240_114,
  migration: 7_310_522,
} as const;

export type Lock = (typeof ADVISORY_LOCK)[keyof typeof ADVISORY_LOCK];
type Db = Pick<ClientBase, 'query'>;

/** What is locked by name, because no row of it need be there yet: a mailbox's codes for one purpose, a setting. */
type LockName = `code:${string}` | `setting:${string}`;

/** Held together, until the transaction ends, and against whoever holds it alone. */
export const SHARED_LOCK = 'SELECT pg_advisory_xact_lock_shared($1)';

/** Alone, until the transaction ends. */
export const lockAlone = async (tx: Tx, lock: Lock): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [lock]);
};

/** Together with others, until the transaction ends. */
export const lockTogether = async (tx: Tx, lock: Lock): Promise<void> => {
  await tx.query(SHARED_LOCK, [lock]);
};

/** One UTC day of a lock, alone, until the transaction ends. */
export const lockDayAlone = async (tx: Tx, lock: Lock, day: string): Promise<void> => {
  await tx.query(`SELECT pg_advisory_xact_lock($2, $1::date - '1970-01-01'::date)`, [day, lock]);
};

/** Alone, until the transaction ends. */
export const lockName = async (tx: Tx, name: LockName): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
};

/** Alone, until the transaction ends, unless somebody else holds it now. */
export const tryLockAlone = async (tx: Tx, lock: Lock): Promise<boolean> => {
  const { rows } = await tx.query<{ got: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS got', [lock]);
  return rows[0]?.got ?? false;
};

/** For as long as the connection lives, unless somebody else holds it now. */
export const tryLease = async (client: Db, lock: Lock): Promise<boolean> => {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [lock]);
  return rows[0]?.got ?? false;
};

/** Likewise, together with others who hold it so. */
export const tryLeaseTogether = async (client: Db, lock: Lock): Promise<boolean> => {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock_shared($1) AS got', [lock]);
  return rows[0]?.got ?? false;
};

/** How many hold a lease together. */
export const countHolders = async (client: Db, lock: Lock): Promise<number> => {
  const { rows } = await client.query<{ count: number }>({
    name: 'lease_holders',
    text: `SELECT count(*)::integer AS count FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND classid = 0 AND objid = $1::bigint::oid
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    values: [lock],
  });
  return rows[0]!.count;
};

/** Leases on up to so many of the numbered parts of a lock that nobody has. */
export const tryParts = async (
  client: Db,
  lock: Lock,
  { of, except, most }: { of: number; except: readonly number[]; most: number },
): Promise<number[]> => {
  const { rows } = await client.query<{ part: number }>(
    'SELECT part FROM generate_series(0, $2::integer - 1) AS p (part) WHERE NOT part = ANY ($3::integer[]) AND pg_try_advisory_lock($1::integer, part) LIMIT $4',
    [lock, of, except, most],
  );
  return rows.map(({ part }) => part);
};

export const endParts = async (client: Db, lock: Lock, parts: readonly number[]): Promise<void> => {
  await client.query('SELECT pg_advisory_unlock($1::integer, part) FROM unnest($2::integer[]) AS p (part)', [
    lock,
    parts,
  ]);
};

/** All that this connection holds for as long as it lives. */
export const endLeases = async (client: Db): Promise<void> => {
  await client.query('SELECT pg_advisory_unlock_all()');
};

/** Ends the connection, and with it its leases, when nothing was heard on it for so long: a frozen process never closes it. */
export const endWhenSilent = async (client: Db, ms: number): Promise<void> => {
  await client.query(`SET idle_session_timeout = ${ms}`);
};

/** The same, waited for. */
export const waitForLease = async (client: Db, lock: Lock): Promise<void> => {
  await client.query('SELECT pg_advisory_lock($1)', [lock]);
};

export const endLease = async (client: Db, lock: Lock): Promise<void> => {
  await client.query('SELECT pg_advisory_unlock($1)', [lock]);
};
