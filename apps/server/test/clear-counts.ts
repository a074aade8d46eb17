import { createPool } from '../src/db/pool.ts';
import type { TestDatabase } from '../src/db/test-database.ts';

/** Nobody has tried anything: what only the owner of the database can say. */
export const clearCounts = async ({ ownerUrl }: TestDatabase): Promise<void> => {
  const owner = createPool(ownerUrl, { max: 1 });
  await owner.query('DELETE FROM attempt');
  await owner.end();
};
