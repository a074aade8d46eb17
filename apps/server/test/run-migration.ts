import { readMigrations } from '../src/db/migrate.ts';
import { createPool } from '../src/db/pool.ts';
import type { TestDatabase } from '../src/db/test-database.ts';

/** Runs one file of the migrations again, by its name without the number: over rows that a test has put back to how they were. */
export const runMigration = async ({ ownerUrl }: TestDatabase, name: string): Promise<void> => {
  const owner = createPool(ownerUrl, { max: 1 });
  await owner.query(readMigrations().find((migration) => migration.name.endsWith(`-${name}.sql`))!.sql);
  await owner.end();
};
