import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { appUrlOf } from '../../src/db/app-sign-in.ts';
import { startEmbedded } from '@minerx/embedded-postgres/server';
import { DEMO_OPERATORS } from '../../src/demo/demo-operators.ts';
import { freePort } from '@minerx/embedded-postgres/cluster';
import { clusterOf, launch as launchProgram, makeDataDir, PRODUCTION, removeDataDir } from './launch.ts';
import type { Launched } from './launch.ts';

let dataDir: string;
const started: Launched[] = [];

beforeAll(() => {
  dataDir = makeDataDir();
});
afterAll(async () => {
  await removeDataDir(dataDir);
});
// Whatever a failed test left has the folder, and the next test wants it.
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
});

const launch = (variables: Record<string, string> = {}): Launched => {
  const run = launchProgram({ DATA_DIR: dataDir, ...variables });
  started.push(run);
  return run;
};

const startUntilReady = async (): Promise<Launched & { url: string }> => {
  const run = launch();
  await run.said('ready; Ctrl-C stops everything');
  const url = /member app\s+(\S+)\/$/m.exec(run.lines.join('\n'))?.[1] ?? '';
  return { ...run, url };
};

const readJson = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(dataDir, name), 'utf8')) as never;

const postmasterPid = (): number =>
  Number(readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('npm start', () => {
  it('brings everything up on an empty folder, says so, and stops cleanly on Ctrl-C', async () => {
    const { child, lines, url, ended } = await startUntilReady();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(lines).toContain('ready; Ctrl-C stops everything');
    for (const { email } of DEMO_OPERATORS)
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`${email} +[A-Z2-7]{32}$`)));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(lines.at(-1)).toBe('stopped');
    expect(existsSync(join(dataDir, 'postgres.owner'))).toBe(false);
    await expect(fetch(`http://127.0.0.1:${String(readJson('postgres.json')['port'])}`)).rejects.toThrow();
  }, 300_000);

  it('is alone on its folder: a second start is told, and the first goes on', async () => {
    const { child, lines, url, ended } = await startUntilReady();
    const second = launch({ PORT: '0' });
    expect(await second.ended).toBe(1);
    expect(second.lines.join('\n')).toContain(`Another start works on DATA_DIR ${dataDir}. Stop that one first`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(lines.at(-1)).toBe('ready; Ctrl-C stops everything');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  it('starts its database again when that dies; who asks meanwhile is told to come back', async () => {
    const run = await startUntilReady();
    const signedIn = await fetch(`${run.url}/api/member/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ member_email: 'demo@minerx.test', member_password: 'Demo#2026' }),
    });
    const { result } = (await signedIn.json()) as { result: { accessToken: string } };
    const headers = { authorization: `Bearer ${result.accessToken}` };
    const ask = async (): Promise<number> => (await fetch(`${run.url}/api/member/profile`, { headers })).status;
    expect(await ask()).toBe(200);

    process.kill(postmasterPid(), 'SIGKILL');
    const statuses: number[] = [];
    do statuses.push(await ask());
    while (!run.lines.includes('the database is back') || statuses.at(-1) !== 200);
    expect([...new Set(statuses)].sort()).toEqual([200, 503]);
    // It asks over a connection of its own, which comes back a moment later.
    await expect.poll(async () => (await fetch(`${run.url}/readyz`)).status).toBe(200);
    expect(await run.stop()).toBe(0);
  });

  it('ends with a sentence when its database dies for good', async () => {
    const run = await startUntilReady();
    const version = join(clusterOf(dataDir), 'PG_VERSION');
    const right = readFileSync(version);
    writeFileSync(version, '9.1\n');
    try {
      process.kill(postmasterPid(), 'SIGKILL');
      expect(await run.ended).toBe(1);
      expect(run.lines.join('\n')).toContain('The database ended by itself and could not be started again');
    } finally {
      writeFileSync(version, right);
    }
  });

  it('comes back after it was killed', async () => {
    const killed = await startUntilReady();
    killed.child.kill('SIGKILL');
    await killed.ended;
    const { child, lines, url, ended } = await startUntilReady();
    expect(lines).toContain('adopted a running database whose parent had died');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('listens on its port when it serves no members, and says how it is', async () => {
    const port = await freePort();
    const worker = launch({ ROLES: 'worker', PORT: String(port) });
    await worker.said('ready; Ctrl-C stops everything');
    const ask = async (path: string): Promise<number> => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect(await Promise.all(['/healthz', '/readyz', '/metrics', '/'].map(ask))).toEqual([200, 200, 200, 404]);
    expect(await worker.stop()).toBe(0);
  });

  it('ends in order when the shell that npm put before it is killed', async () => {
    const file = new URL('../../src/start.ts', import.meta.url).pathname;
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', npm_lifecycle_event: 'start' };
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${file}"; true`], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    const reader = createInterface({ input: shell.stdout }).on('line', (line) => lines.push(line));
    const ended = new Promise((resolve) => reader.once('close', resolve));
    await expect.poll(() => lines).toContain('ready; Ctrl-C stops everything');
    shell.kill('SIGTERM');
    await ended;
    expect(lines.at(-1)).toBe('stopped');
  });

  it('stops at once on a second Ctrl-C, and the next start cleans up', async () => {
    const { child, ended } = await startUntilReady();
    child.kill('SIGINT');
    child.kill('SIGTERM');
    expect([0, 130]).toContain(await ended);
    const next = await startUntilReady();
    next.child.kill('SIGINT');
    expect(await next.ended).toBe(0);
  });

  it('says which variable is wrong and ends with code 1', async () => {
    const { lines, ended } = launch({ PORT: 'high', APP_MODE: 'production' });
    expect(await ended).toBe(1);
    expect(lines).toEqual(['PORT must be a whole number from 0 to 65535']);
  });

  it('refuses production with a database that may lose commits', async () => {
    const fast = makeDataDir();
    const unsafe = await startEmbedded({ dataDir: fast, log: () => undefined, unsafeFast: true });
    const { lines, ended } = launch({
      ...PRODUCTION,
      DATABASE_URL: appUrlOf(unsafe.url),
      DATABASE_OWNER_URL: unsafe.url,
    });
    expect(await ended).toBe(1);
    expect(lines.join('\n')).toContain('fsync is off');
    await unsafe.stop();
    await removeDataDir(fast);
  });
});
