import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, withSessionOptions } from './pool.ts';
import { testDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe('the pool', () => {
  it('works as the app role, in UTC, with time limits', async () => {
    const { rows } = await database.pool.query(
      `SELECT session_user AS who, current_setting('timezone') AS zone, current_setting('statement_timeout') AS statement,
              current_setting('idle_in_transaction_session_timeout') AS idle`,
    );
    expect(rows).toEqual([{ who: 'minerx_app', zone: 'UTC', statement: '15s', idle: '5s' }]);
  });

  it('keeps the options that the URL brings', () => {
    expect(withSessionOptions('postgres://h/d?options=-c%20search_path%3Dx&sslmode=require')).toBe(
      'postgres://h/d?options=-c%20search_path%3Dx%20-c%20timezone%3DUTC&sslmode=require',
    );
  });

  it('reads money as bigint, numbers and days as text, moments as dates', async () => {
    const { rows } = await database.pool.query(
      `SELECT 9007199254740993::int8 AS money, ARRAY[1, NULL]::int8[] AS list, 0.1::numeric AS rate, DATE '2026-11-20' AS day,
              TIMESTAMPTZ '2026-11-20 01:00+00' AS moment, 7::int4 AS id`,
    );
    expect(rows).toEqual([
      {
        money: 9007199254740993n,
        list: [1n, null],
        rate: '0.1',
        day: '2026-11-20',
        moment: new Date('2026-11-20T01:00:00Z'),
        id: 7,
      },
    ]);
  });

  it('takes bigint parameters, also in arrays', async () => {
    const { rows } = await database.pool.query('SELECT $1::int8 AS one, $2::int8[] AS many', [
      2n ** 60n,
      [1n, 2n ** 60n],
    ]);
    expect(rows).toEqual([{ one: 2n ** 60n, many: [1n, 2n ** 60n] }]);
  });

  it('survives connections that the server cuts, idle or in use', async () => {
    const broken: Error[] = [];
    const pool = createPool(database.ownerUrl, {
      max: 2,
      onError: (error) => broken.push(error),
    });
    const inUse = await pool.connect();
    const idle = await pool.connect();
    const cut = Promise.all([inUse, idle].map((client) => new Promise<void>((resolve) => client.once('end', resolve))));
    idle.release();
    const killer = createPool(database.ownerUrl, { max: 1 });
    await killer.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await killer.end();
    await cut;
    expect(broken.length).toBeGreaterThanOrEqual(2);
    await expect(inUse.query('SELECT 1')).rejects.toThrow();
    inUse.release(true);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});

describe('a transaction', () => {
  it('runs again after a deadlock until both sides are through', async () => {
    const owner = createPool(database.ownerUrl, { max: 4 });
    await owner.query(
      'CREATE TABLE seat (id int PRIMARY KEY, taken bigint NOT NULL); INSERT INTO seat VALUES (1, 0), (2, 0)',
    );
    const take = (first: number, second: number): Promise<void> =>
      inTransaction(owner, async (tx) => {
        await tx.query('UPDATE seat SET taken = taken + 1 WHERE id = $1', [first]);
        await tx.query('SELECT pg_sleep(0.05)');
        await tx.query('UPDATE seat SET taken = taken + 1 WHERE id = $1', [second]);
      });
    await Promise.all([take(1, 2), take(2, 1)]);
    expect((await owner.query('SELECT taken FROM seat ORDER BY id')).rows).toEqual([{ taken: 2n }, { taken: 2n }]);
    await owner.query('DROP TABLE seat');
    await owner.end();
  });

  it('runs again after a serialization failure, five times at most', async () => {
    let runs = 0;
    const work = inTransaction(database.pool, async (tx) => {
      runs += 1;
      await tx.query("DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$");
    });
    await expect(work).rejects.toThrow('again');
    expect(runs).toBe(5);
  });

  it('does not pass off a swallowed error as a commit', async () => {
    const work = inTransaction(database.pool, async (tx) => {
      await tx.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back');
  });

  it('gives the connection back clean after an error', async () => {
    const pool = createPool(database.url, { max: 1 });
    await expect(inTransaction(pool, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});
