import pg from 'pg';
import { inject } from 'vitest';
import { administer, testDatabase, type TestDatabase } from '../../src/db/test-database.ts';

/** Writes into an empty database, and leaves no connection of its own behind. */
type Fill = (empty: TestDatabase) => Promise<void>;

/** A fresh copy of a database that took long to fill. The first file of the run that asks fills it, others wait for it. */
export const filledDatabase = async (name: string, fill: Fill): Promise<TestDatabase> => {
  const { adminUrl } = inject('testCluster');
  const lock = new pg.Client({ connectionString: adminUrl });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await lock.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await keepAs(name, fill);
  } finally {
    await lock.end();
  }
  return testDatabase(name);
};

/** It has its name when it is whole. */
const keepAs = async (name: string, fill: Fill): Promise<void> => {
  const database = await testDatabase();
  try {
    await fill(database);
    await database.pool.end();
    const { pathname } = new URL(database.url);
    await administer(inject('testCluster').adminUrl, `ALTER DATABASE ${pathname.slice(1)} RENAME TO ${name}`);
  } catch (error) {
    await database.drop();
    throw error;
  }
};
