import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listUnsafeSettings } from './safety.ts';
import { testDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe('the database check', () => {
  it('finds the settings that lose commits; the test server has them on purpose', async () => {
    expect(await listUnsafeSettings(database.pool)).toEqual([
      'the database setting fsync is off: committed money could be lost',
      'the database setting synchronous_commit is off: committed money could be lost',
      'the database setting full_page_writes is off: committed money could be lost',
    ]);
  });
});
