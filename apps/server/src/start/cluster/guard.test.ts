import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGuard, type Guard } from './guard.ts';
import { missingPackages } from './machine-programs.ts';
import { createPair, type PostgresServer } from './postgres-server.ts';

// Of Debian's package `postgresql`.
describe.skipIf(missingPackages().length > 0)('a primary and its standby', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'minerx-guard-'));
  let servers: readonly [PostgresServer, PostgresServer];
  let guard: Guard;

  const said: string[] = [];

  beforeAll(async () => {
    chmodSync(dataDir, 0o711);
    servers = await createPair(join(dataDir, 'postgres'), 'word', dataDir);
    guard = await startGuard({ servers, dataDir, say: (line) => said.push(line) });
    await servers[0].pool.query('CREATE TABLE written (n integer)');
  }, 60_000);

  afterAll(async () => {
    await guard?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const is = async (what: string): Promise<boolean> => (await fetch(`http://127.0.0.1:${guard.port}/${what}`)).ok;
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    while (!(await isSo().catch(() => false))) await sleep(20);
  };
  const commitsWait = async (server: PostgresServer): Promise<boolean> =>
    (await server.pool.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).rowCount === 1;
  const write = (server: PostgresServer, n: number) => server.askAtLength(`INSERT INTO written VALUES (${n})`);
  const written = async (server: PostgresServer): Promise<number[]> =>
    (await server.pool.query<{ n: number }>('SELECT n FROM written ORDER BY n')).rows.map(({ n }) => n);

  test('commits wait for the standby as soon as it follows', async () => {
    await until(() => is('replica/b'));
    expect([await is('primary/a'), await is('primary/b'), await is('replica/a')]).toEqual([true, false, false]);
    await until(() => commitsWait(servers[0]));
  });

  test('a standby that is frozen keeps a commit waiting for a bounded time', async () => {
    const [a, b] = servers;
    const frozen = b.processes();
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    await write(a, 1);
    expect(await is('replica/b')).toBe(false);
    expect(said.at(-1)).toBe('b does not follow: commits lie on a alone');
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    await until(() => is('replica/b'));
    await until(() => commitsWait(a));
  });

  test('a primary that is killed is replaced, without what it had confirmed being lost, and follows the new one', async () => {
    const [a, b] = servers;
    for (let n = 2; n <= 50; n += 1) await write(a, n);
    await until(() => is('twofold'));
    process.kill(a.processes()[0]!, 'SIGKILL');
    await until(() => is('primary/b'));
    expect(await written(b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    expect(await is('primary/a')).toBe(false);
    await until(() => commitsWait(b));
    await write(b, 51);
    await until(async () => (await written(a)).at(-1) === 51);
  });

  test('a primary whose standby may lack commits is started again itself', async () => {
    const [a, b] = servers;
    const frozen = a.processes();
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    await write(b, 52);
    process.kill(b.processes()[0]!, 'SIGKILL');
    await until(
      async () => said.at(-1) === 'b ended and a may lack commits: b is started again' && (await is('primary/b')),
    );
    expect((await written(b)).at(-1)).toBe(52);
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    await until(() => commitsWait(b));
  });
});
