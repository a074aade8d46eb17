import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { appUrlOf } from './app-sign-in.ts';
import { createPool } from './pool.ts';

/** A database of one test file, migrated and empty. */
export type TestDatabase = {
  /** The app's, as `DATABASE_URL`; give it to `createPool(url)` for more connections. */
  url: string;
  /** The owner's: for what only migrations may do. */
  ownerUrl: string;
  /** Signed in like the running app. */
  pool: pg.Pool;
  /** Ends the pool and removes the database. Call it in `afterAll`. */
  drop(): Promise<void>;
};

/** The one cluster of this test run, started by `test/global-setup.ts`. */
type TestCluster = { adminUrl: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster;
  }
}

/**
 * A fresh copy of the migrated template, made in some tens of milliseconds. Its files are copied: written to the log, making and dropping it
 * would take half as long again.
 * @internal
 */
export const testDatabase = async (template = inject('testCluster').template): Promise<TestDatabase> => {
  const { adminUrl } = inject('testCluster');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(
    adminUrl,
    `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`,
    `REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`,
  );
  const address = new URL(adminUrl);
  address.pathname = `/${name}`;
  const url = appUrlOf(address.href);
  const pool = createPool(url, { max: 10 });
  return {
    url,
    ownerUrl: address.href,
    pool,
    drop: async () => {
      if (!pool.ended) await pool.end();
      await administer(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
};

/** One connection of a worker for all of its files: each new one costs the server as much as a copy of a database. */
let admin: { url: string; pool: pg.Pool } | undefined;

/**
 * Runs statements one by one, each by itself.
 * @internal
 */
export const administer = async (url: string, ...statements: string[]): Promise<void> => {
  if (admin?.url !== url) {
    // Holds up no worker's end.
    const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    pool.on('error', () => undefined);
    admin = { url, pool };
  }
  for (const statement of statements) await admin.pool.query(statement);
};
