import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool } from 'pg';
import type { Database } from './schema.ts';
import type { Tx } from './transaction.ts';

/** Typed reads and writes. Never call its own `transaction()`: `inTransaction` knows when to try again. */
export type Db = Kysely<Database>;

/** Kysely over the pool, one statement at a time. The pool stays the caller's to end. */
export function createKysely(pool: Pool): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

const bound = new WeakMap<Tx, Db>();

/** Kysely on the connection of a transaction: everything it runs is part of that transaction. */
export function kyselyOn(tx: Tx): Db {
  const known = bound.get(tx);
  if (known !== undefined) return known;
  const made = new Kysely<Database>({ dialect: new PostgresDialect({ pool: poolOf(tx) }) });
  bound.set(tx, made);
  return made;
}

/** A pool of one connection that is not Kysely's to give back. */
function poolOf(tx: Tx): PostgresPool {
  const client = {
    query: tx.query.bind(tx),
    release: () => undefined,
  } as unknown as PostgresPoolClient;
  return {
    connect: () => Promise.resolve(client),
    end: () => Promise.resolve(),
  } as unknown as PostgresPool;
}
