import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

declare const inTransactionMark: unique symbol;
declare const inSnapshotMark: unique symbol;

/** A connection inside a transaction. Only `inTransaction` makes one, so a store that asks for it cannot be called outside. */
export type Tx = pg.PoolClient & { readonly [inTransactionMark]: true };

/** A connection that looks at one moment of the database. Only `inSnapshot` makes one. */
export type Snapshot = pg.PoolClient & { readonly [inSnapshotMark]: true };

/**
 * Whatever runs a statement: a transaction, or a pool, on which each statement is a transaction of its own. What looks takes it, and
 * what writes with one statement and leaves to its caller what else must stand or fall with it.
 */
export type Db = Pick<pg.ClientBase, 'query'>;

const ATTEMPTS = 5;

/** serialization_failure and deadlock_detected: the database undid everything and invites to try again. */
const RETRYABLE = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction: commits when it returns, rolls back when it throws. On a serialization failure or
 * a deadlock it runs again from the start, five times at most, so `work` must have no effects outside the database.
 * @throws whatever `work` throws, or the database's error.
 */
export const inTransaction = <T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  /** All statements see the moment of the first. */
  { oneMoment = false }: { oneMoment?: boolean } = {},
): Promise<T> => runAgain(pool, oneMoment ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN', work);

/**
 * Work inside a transaction that may fail alone: what it wrote is undone, and the transaction goes on.
 * @throws whatever `work` throws
 */
export const inSavepoint = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await tx.query('SAVEPOINT part');
  try {
    const result = await work();
    await tx.query('RELEASE part');
    return result;
  } catch (error) {
    // Of a connection that broke nothing is left to undo, and what broke it is told.
    await tx.query('ROLLBACK TO part').catch(() => undefined);
    throw error;
  }
};

/** Looks at one moment of the database with as many statements as it takes; the database refuses to write anything. */
export const inSnapshot = <T>(pool: pg.Pool, work: (tx: Snapshot) => Promise<T>): Promise<T> =>
  runAgain(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work);

const runAgain = async <T, C extends pg.PoolClient>(
  pool: pg.Pool,
  begin: string,
  work: (tx: C) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(pool, begin, work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
};

const isRetryable = (error: unknown): boolean => error instanceof pg.DatabaseError && RETRYABLE.has(error.code ?? '');

const runOnce = async <T, C extends pg.PoolClient>(
  pool: pg.Pool,
  begin: string,
  work: (tx: C) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  let broken = false;
  try {
    return await runOn(client, begin, work, () => (broken = true));
  } finally {
    client.release(broken);
  }
};

/**
 * One transaction on a connection that somebody holds for longer; it is not tried again.
 * @param onBroken the connection could not even roll back
 */
export const inTransactionOn = <T>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
  onBroken: () => void,
): Promise<T> => runOn(client, 'BEGIN', work, onBroken);

const runOn = async <T, C extends pg.PoolClient>(
  client: pg.PoolClient,
  begin: string,
  work: (tx: C) => Promise<T>,
  onBroken: () => void,
): Promise<T> => {
  try {
    await client.query(begin);
    const result = await work(client as C);
    const end = await client.query('COMMIT');
    // After a swallowed error inside the transaction COMMIT succeeds in rolling back.
    if (end.command !== 'COMMIT') throw new Error('The transaction had failed before its commit and was rolled back.');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(onBroken);
    throw error;
  }
};
