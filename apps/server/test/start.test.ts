import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startEmbedded } from '../src/db/embedded.ts';

let dataDir: string;
const started: ChildProcess[] = [];

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'minerx-start-'));
  chmodSync(dataDir, 0o711);
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await (await startEmbedded({ dataDir, log: () => undefined })).stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Run = { child: ChildProcess; lines: string[]; url: string; ended: Promise<number | null> };

/** `npm start` on any free port, without the variables of whoever runs the tests. */
function launch(variables: Record<string, string> = {}): {
  child: ChildProcess;
  lines: string[];
  ended: Promise<number | null>;
} {
  const file = new URL('../src/start.ts', import.meta.url).pathname;
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', ...variables };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  return { child, lines, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

async function startUntilReady(): Promise<Run> {
  const run = launch();
  const failed = run.ended.then((code) => Promise.reject(new Error(`ended with ${code}:\n${run.lines.join('\n')}`)));
  failed.catch(() => undefined);
  while (!run.lines.some((line) => line.startsWith('ready'))) {
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 50)), failed]);
  }
  const url = /member app\s+(\S+)\/$/m.exec(run.lines.join('\n'))?.[1] ?? '';
  return { ...run, url };
}

const readJson = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(dataDir, name), 'utf8')) as never;

describe('npm start', () => {
  it('brings everything up on an empty folder, says so, and stops cleanly on Ctrl-C', async () => {
    const { child, lines, url, ended } = await startUntilReady();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(lines).toContain('ready; Ctrl-C stops everything');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(lines.at(-1)).toBe('stopped');
    expect(existsSync(join(dataDir, 'postgres.owner'))).toBe(false);
    await expect(fetch(`http://127.0.0.1:${String(readJson('postgres.json')['port'])}`)).rejects.toThrow();
  }, 120_000);

  it('comes back after it was killed', async () => {
    const killed = await startUntilReady();
    killed.child.kill('SIGKILL');
    await killed.ended;
    const { child, lines, url, ended } = await startUntilReady();
    expect(lines).toContain('adopted a running database whose parent had died');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }, 120_000);

  it('ends in order when the shell that npm put before it is killed', async () => {
    const file = new URL('../src/start.ts', import.meta.url).pathname;
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', npm_lifecycle_event: 'start' };
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${file}"; true`], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(shell);
    const lines: string[] = [];
    const reader = createInterface({ input: shell.stdout }).on('line', (line) => lines.push(line));
    const ended = new Promise((resolve) => reader.once('close', resolve));
    await vi.waitFor(() => expect(lines).toContain('ready; Ctrl-C stops everything'), {
      timeout: 30_000,
      interval: 100,
    });
    shell.kill('SIGTERM');
    await ended;
    expect(lines.at(-1)).toBe('stopped');
  }, 120_000);

  it('stops at once on a second Ctrl-C, and the next start cleans up', async () => {
    const { child, ended } = await startUntilReady();
    child.kill('SIGINT');
    child.kill('SIGTERM');
    expect([0, 130]).toContain(await ended);
    const next = await startUntilReady();
    next.child.kill('SIGINT');
    expect(await next.ended).toBe(0);
  }, 120_000);

  it('says which variable is wrong and ends with code 1', async () => {
    const { lines, ended } = launch({ PORT: 'high', APP_MODE: 'production' });
    expect(await ended).toBe(1);
    expect(lines).toEqual(['PORT must be a whole number from 0 to 65535']);
  });

  it('refuses production with a database that may lose commits', async () => {
    const fast = mkdtempSync(join(tmpdir(), 'minerx-unsafe-'));
    chmodSync(fast, 0o711);
    const unsafe = await startEmbedded({ dataDir: fast, log: () => undefined, unsafeFast: true });
    const { lines, ended } = launch({
      APP_MODE: 'production',
      DATABASE_URL: unsafe.url,
      PUBLIC_URL: 'https://app.example.com',
      SESSION_SECRET: 'mJ4kQ9wZ2xV7bN1cL8pR5tY0uI3oA6sD',
      PEPPER: 'Gh5jK8lZ1xC4vB7nM0qW3eR6tY9uI2oP',
      SMTP_URL: 'smtps://mail.example.com',
      MAIL_FROM: 'hello@example.com',
      MARKET_URL: 'https://data-api.example.com',
      NETWORK_URL: 'https://mempool.example.com/api',
      POOL_URL: 'https://pool.example.com',
      POOL_TOKEN: 'token',
      BRAND_SUPPORT_EMAIL: 'support@example.com',
    });
    expect(await ended).toBe(1);
    expect(lines.join('\n')).toContain('fsync is off');
    await unsafe.stop();
    const elsewhere = join(fast, 'postgres.location');
    if (existsSync(elsewhere)) rmSync(dirname(readFileSync(elsewhere, 'utf8').trim()), { recursive: true });
    rmSync(fast, { recursive: true });
  }, 60_000);
});
