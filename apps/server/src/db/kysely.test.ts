import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKysely, kyselyOn } from './kysely.ts';
import { testDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe('typed queries', () => {
  it('are part of the transaction they run on', async () => {
    const work = inTransaction(database.pool, async (tx) => {
      await kyselyOn(tx)
        .insertInto('setting')
        .values({ key: 'probe', value: JSON.stringify([1, 2]) })
        .execute();
      const seen = await kyselyOn(tx)
        .selectFrom('setting')
        .select('value')
        .where('key', '=', 'probe')
        .executeTakeFirst();
      expect(seen).toEqual({ value: [1, 2] });
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    const left = await createKysely(database.pool)
      .selectFrom('setting')
      .selectAll()
      .where('key', '=', 'probe')
      .execute();
    expect(left).toEqual([]);
  });
});
