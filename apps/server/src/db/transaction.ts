import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

declare const inTransactionMark: unique symbol;

/** A connection inside a transaction. Only `inTransaction` makes one, so a store that asks for it cannot be called outside. */
export type Tx = pg.PoolClient & { readonly [inTransactionMark]: true };

type TransactionOptions = {
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readOnly?: boolean;
};

const ATTEMPTS = 5;

/** serialization_failure and deadlock_detected: the database undid everything and invites to try again. */
const RETRYABLE = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction: commits when it returns, rolls back when it throws. On a serialization failure or
 * a deadlock it runs again from the start, five times at most, so `work` must have no effects outside the database.
 * @throws whatever `work` throws, or the database's error.
 */
export const inTransaction = async <T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(pool, work, options);
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
};

const isRetryable = (error: unknown): boolean => error instanceof pg.DatabaseError && RETRYABLE.has(error.code ?? '');

const runOnce = async <T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> => {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query(begin(options));
    const result = await work(client as Tx);
    const end = await client.query('COMMIT');
    // After a swallowed error inside the transaction COMMIT succeeds in rolling back.
    if (end.command !== 'COMMIT') throw new Error('The transaction had failed before its commit and was rolled back.');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => (broken = true));
    throw error;
  } finally {
    client.release(broken);
  }
};

const begin = ({ isolation, readOnly }: TransactionOptions): string =>
  ['BEGIN', isolation && `ISOLATION LEVEL ${isolation.toUpperCase()}`, readOnly && 'READ ONLY']
    .filter(Boolean)
    .join(' ');
