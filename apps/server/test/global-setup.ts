import '../../../scripts/pinned-node.ts';
import { HOUR_MS } from '@minerx/rules/duration';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { appUrlOf, letAppSignIn } from '../src/db/app-sign-in.ts';
import { startEmbedded } from '@minerx/embedded-postgres/server';
import { migrate } from '../src/db/migrate.ts';
import { quickFolder } from './start/quick-folder.ts';

const PREFIX = 'minerx-test-';
const FILES_PREFIX = 'minerx-files-of-tests-';
const TEMPLATE = 'minerx_template';

/** One database server for all test files of this run, of whatever project, with the migrated template that `testDatabase()` copies. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { testCluster } = project.getProvidedContext() as Partial<ProvidedContext>;
  if (testCluster !== undefined) return async () => undefined;
  const folder = quickFolder();
  await sweepLeftovers(folder);
  const dataDir = mkdtempSync(join(folder, PREFIX));
  chmodSync(dataDir, 0o711); // As root the server runs as nobody and must pass through.
  const before = process.env['TMPDIR'];
  const files = temporary();
  process.env['TMPDIR'] = files;
  const server = await startEmbedded({ dataDir, log: () => undefined, unsafeFast: true });
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const template = new URL(server.url);
  template.pathname = `/${TEMPLATE}`;
  await migrate(template.href);
  await letAppSignIn(template.href, appUrlOf(server.url));
  project.vitest.provide('testCluster', { adminUrl: server.url, template: TEMPLATE });

  return async () => {
    await server.stop();
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    for (const left of [dataDir, files]) rmSync(left, { recursive: true, force: true });
  };
};

/** Where the workers' tests, and what they start, put their files: gone with the run. */
const temporary = (): string => {
  const directory = mkdtempSync(join(tmpdir(), FILES_PREFIX));
  chmodSync(directory, 0o1777);
  return directory;
};

/** A killed test run leaves its server behind; the next run, an hour later or more, stops and removes it. */
const sweepLeftovers = async (folder: string): Promise<void> => {
  for (const entry of readdirSync(tmpdir()).filter((name) => name.startsWith(FILES_PREFIX))) {
    const files = join(tmpdir(), entry);
    const { mtimeMs = Date.now() } = statSync(files, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > HOUR_MS) rmSync(files, { recursive: true, force: true });
  }
  for (const entry of readdirSync(folder).filter((name) => name.startsWith(PREFIX))) {
    const dataDir = join(folder, entry);
    try {
      if (Date.now() - statSync(dataDir).mtimeMs < HOUR_MS) continue;
      const left = await startEmbedded({ dataDir, log: () => undefined, unsafeFast: true });
      await left.stop();
      rmSync(dataDir, { recursive: true, force: true });
    } catch {
      // Another run sweeps it, or it belongs to another user.
    }
  }
};
