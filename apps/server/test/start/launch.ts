import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbedded } from '@minerx/embedded-postgres/server';

/** The real program in a process of its own, as `npm start` runs it. */
export type Launched = {
  child: ChildProcess;
  /** What it said so far. */
  lines: string[];
  ended: Promise<number | null>;
  /** Resolves with the first line that has these words; rejects with everything said when it ends before. */
  said(words: string): Promise<string>;
  /** As Ctrl-C does. */
  stop(): Promise<number | null>;
};

const FILE = new URL('../../src/start.ts', import.meta.url).pathname;
const KEEP_COMPILED = new URL('../../keep-compiled.js', import.meta.url).pathname;

/** Everything that production asks for. The sources answer nobody: no test reaches the real world. */
export const PRODUCTION = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://app.example.com',
  SESSION_SECRET: 'mJ4kQ9wZ2xV7bN1cL8pR5tY0uI3oA6sD',
  PEPPER: 'Gh5jK8lZ1xC4vB7nM0qW3eR6tY9uI2oP',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'hello@example.com',
  MARKET_URL: 'https://data-api.example.com',
  SECOND_MARKET_URL: 'https://api.exchange.example.com',
  NETWORK_URL: 'https://mempool.example.com/api',
  POOL_URL: 'https://pool.example.com',
  POOL_TOKEN: 'token',
  BRAND_SUPPORT_EMAIL: 'support@example.com',
  BRAND_OPERATOR: 'Example Mining Ltd',
  BRAND_ADDRESS: '1 Example Street, 50000 Kuala Lumpur, Malaysia',
  BRAND_LAW: 'Malaysia',
};

/** Starts the program on any free port, without the variables of whoever runs the tests. */
export const launch = (variables: Record<string, string>, words: readonly string[] = []): Launched => {
  const env = { PATH: process.env['PATH'], PORT: '0', ...variables };
  const child = spawn(process.execPath, ['--import', KEEP_COMPILED, FILE, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = (words: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = lines.find((line) => line.includes(words));
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      void ended.then((code) => reject(new Error(`ended with ${code} without "${words}":\n${lines.join('\n')}`)));
    });
  return {
    child,
    lines,
    ended,
    said,
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
};

/** A folder that the database's user may pass through, also when the tests run as root. */
export const makeDataDir = (): string => {
  const dataDir = mkdtempSync(join(tmpdir(), 'minerx-start-'));
  chmodSync(dataDir, 0o711);
  return dataDir;
};

/** Where the database of a data folder lies. */
export const clusterOf = (dataDir: string): string => {
  const elsewhere = join(dataDir, 'postgres.location');
  return existsSync(elsewhere) ? readFileSync(elsewhere, 'utf8').trim() : join(dataDir, 'postgres');
};

/** Stops what a test left running in a folder, and removes it. */
export const removeDataDir = async (dataDir: string): Promise<void> => {
  const cluster = clusterOf(dataDir);
  // A server that has stopped took its lock file away, and where there was none none is made.
  if (existsSync(join(cluster, 'postmaster.pid')))
    await (await startEmbedded({ dataDir, log: () => undefined })).stop();
  if (dirname(cluster) !== dataDir) rmSync(dirname(cluster), { recursive: true });
  // What the program started may still be ending, and write its last there.
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
};
