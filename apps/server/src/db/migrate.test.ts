import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate, pendingMigrations, readMigrations } from './migrate.ts';
import { createPool } from './pool.ts';
import { testDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

let database: TestDatabase;
let owner: pg.Pool;
let folder: string;

const write = (name: string, sql: string): void => writeFileSync(join(folder, name), sql);

beforeAll(async () => {
  database = await testDatabase();
  owner = createPool(database.ownerUrl, { max: 2 });
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});
beforeEach(async () => {
  await owner.query('DROP TABLE IF EXISTS probe, schema_migration, database_mark CASCADE');
  folder = mkdtempSync(join(tmpdir(), 'minerx-migrations-'));
  write('001-first.sql', 'CREATE TABLE probe (id bigint); GRANT SELECT, INSERT ON probe TO minerx_app;');
});

describe('migrations', () => {
  it('applies new files in order, once', async () => {
    write('002-second.sql', 'ALTER TABLE probe ADD COLUMN note text;');
    expect(await migrate(database.ownerUrl, { folder })).toEqual(['001-first.sql', '002-second.sql']);
    expect(await migrate(database.ownerUrl, { folder })).toEqual([]);
    expect(await pendingMigrations(database.pool, folder)).toEqual([]);
  });

  it('applies each file once when several processes start together', async () => {
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.ownerUrl, { folder })));
    expect(applied.flat()).toEqual(['001-first.sql']);
  });

  it('leave the database to its owner and the app: no other login may connect to it and listen', async () => {
    await migrate(database.ownerUrl, { folder });
    const { rows } = await owner.query(
      `SELECT has_database_privilege('public', current_database(), 'CONNECT') AS everybody,
              has_database_privilege('minerx_app', current_database(), 'CONNECT') AS app`,
    );
    expect(rows).toEqual([{ everybody: false, app: true }]);
  });

  it('refuses a file that was changed after it had been applied', async () => {
    await migrate(database.ownerUrl, { folder });
    write('001-first.sql', 'CREATE TABLE probe (id text);');
    await expect(migrate(database.ownerUrl, { folder })).rejects.toThrow('001-first.sql was changed');
  });

  it('refuses a new file numbered before an applied one', async () => {
    write('003-third.sql', 'SELECT 1;');
    await migrate(database.ownerUrl, { folder });
    write('002-late.sql', 'SELECT 1;');
    await expect(migrate(database.ownerUrl, { folder })).rejects.toThrow('numbered before 3');
  });

  it('leaves nothing of a file that fails, and says which line', async () => {
    write('002-bad.sql', 'ALTER TABLE probe ADD COLUMN note text;\nSELECT * FROM nowhere;');
    await expect(migrate(database.ownerUrl, { folder })).rejects.toThrow(/002-bad\.sql failed: .*nowhere.* \(line 2\)/);
    expect(await pendingMigrations(owner, folder)).toEqual(['002-bad.sql']);
    const { rows } = await owner.query(
      "SELECT 1 FROM information_schema.columns WHERE table_name = 'probe' AND column_name = 'note'",
    );
    expect(rows).toEqual([]);
  });

  it('refuses files that end their own transaction, but not function bodies', () => {
    write('002-body.sql', 'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN\nNULL;\nEND; $$;');
    expect(readMigrations(folder)).toHaveLength(2);
    write('003-commit.sql', 'SELECT 1;\nCOMMIT;');
    expect(() => readMigrations(folder)).toThrow('003-commit.sql must not begin or end transactions');
  });

  it('lets a plain owner of an outside database migrate, who is not the app and cannot become it', async () => {
    const name = new URL(database.ownerUrl).pathname.slice(1);
    await owner.query(
      `CREATE ROLE outside_owner LOGIN PASSWORD 'x'; ALTER SCHEMA public OWNER TO outside_owner; GRANT CONNECT ON DATABASE ${name} TO outside_owner`,
    );
    try {
      const url = new URL(database.ownerUrl);
      url.username = 'outside_owner';
      url.password = 'x';
      await migrate(url.href, { folder });
      const pool = createPool(url.href, { max: 1 });
      await expect(pool.query('SET ROLE minerx_app')).rejects.toThrow('permission denied');
      await pool.end();
      await database.pool.query('INSERT INTO probe VALUES (1)');
    } finally {
      await owner.query(
        'REASSIGN OWNED BY outside_owner TO minerx; DROP OWNED BY outside_owner; DROP ROLE outside_owner',
      );
    }
  });
});
