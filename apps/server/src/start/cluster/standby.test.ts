import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { doCommitsEnd } from '../../db/safety.ts';
import { asWork } from '../../db/shared-pool.ts';
import { isTrouble } from '../../db/trouble.ts';
import { missingPackages } from './machine-programs.ts';
import { createPair, type PostgresServer } from './postgres-server.ts';

// Of Debian's package `postgresql`; nobody guards them.
describe.skipIf(missingPackages().length > 0)('a database with a copy that follows it', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'minerx-standby-'));
  let a: PostgresServer;
  let b: PostgresServer;
  let pool: pg.Pool;

  beforeAll(async () => {
    chmodSync(dataDir, 0o711);
    [a, b] = await createPair(join(dataDir, 'postgres'), 'word', dataDir);
    await a.make();
    await a.start(null);
    await b.copy(a);
    await b.start(a);
    pool = createPool(a.url, { work: 'requests', copyUrl: b.url });
    await pool.query('CREATE TABLE written (n integer)');
  }, 60_000);

  afterAll(async () => {
    await pool?.end();
    for (const server of [b, a]) {
      await server?.fence();
      await server?.close();
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  const write = (n: number) => pool.query('INSERT INTO written VALUES ($1)', [n]);
  const look = <T extends object>(statement: string): Promise<pg.QueryResult<T>> =>
    asWork('a call', () => pool.query<T>(statement), true);
  /** What is there, and whether a copy said so. */
  const seen = async (): Promise<{ last: number; copied: boolean }> =>
    (await look<{ last: number; copied: boolean }>('SELECT max(n) AS last, pg_is_in_recovery() AS copied FROM written'))
      .rows[0]!;
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    while (!(await isSo())) await sleep(20);
  };

  test('what only looks is asked of the copy, and sees all that was confirmed before', async () => {
    for (let n = 1; n <= 100; n += 1) {
      await write(n);
      expect((await seen()).last).toBe(n);
    }
    await until(async () => (await seen()).copied);
    const { rows } = await asWork('a call', () => pool.query('SELECT pg_is_in_recovery() AS copied'));
    expect(rows).toEqual([{ copied: false }]);
  });

  test('of a copy that stands still nobody is told what is old, and once it goes on it is asked again', async () => {
    await b.pool.query('SELECT pg_wal_replay_pause()');
    await write(101);
    expect(await seen()).toEqual({ last: 101, copied: false });
    await b.pool.query('SELECT pg_wal_replay_resume()');
    await until(async () => (await seen()).copied);
    expect((await seen()).last).toBe(101);
  });

  test('a look that writes after all, and one that fails on the copy, are answered by the database itself', async () => {
    await look('INSERT INTO written VALUES (102)');
    expect((await seen()).last).toBe(102);
    await expect(look('SELECT nothing')).rejects.toThrow('column "nothing" does not exist');
  });

  // A request is patient for less than three seconds: a machine that stands still for as long says nothing of the copy.
  test('when the copy dies or hangs, nothing fails', { retry: 2 }, async () => {
    const frozen = b.processes();
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    expect(await Promise.all(Array.from({ length: 20 }, seen))).toEqual(
      Array.from({ length: 20 }, () => ({ last: 102, copied: false })),
    );
    await b.fence();
    expect(await seen()).toEqual({ last: 102, copied: false });
    await b.start(a);
    await until(async () => (await seen()).copied);
  });

  test('a commit that waits for a standby without end is seen, and whoever waits is told "not now"', async () => {
    const names = async (name: string): Promise<void> => {
      await a.pool.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
      await a.pool.query('SELECT pg_reload_conf()');
    };
    await names('b');
    await until(
      async () => (await a.pool.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).rowCount === 1,
    );
    const frozen = b.processes();
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    expect(await doCommitsEnd(pool)).toBe(true);
    expect(isTrouble(await write(103).catch((error: unknown) => error))).toBe(true);
    expect(await doCommitsEnd(pool)).toBe(false);
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    await until(() => doCommitsEnd(pool));
    expect((await seen()).last).toBe(103);
  });
});
