import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { TestDatabase } from '../../src/db/test-database.ts';
import { seedDemo } from '../../src/demo/demo.ts';
import { startSimulators } from '../../src/demo/simulators.ts';
import type { Env } from '../../src/env/env.ts';
import { testEnv } from '../app.ts';
import { filledDatabase } from './filled-database.ts';

/** The moment that the demo of the tests has led up to. */
export const LIVED = Date.parse('2026-11-20T12:34:56Z');

interface LivedDemo {
  database: TestDatabase;
  /** Files and secrets of that life; all who look at it have the same. */
  env: Env;
}

/** The demo's thirty days: lived once a run, and a copy for each test file. */
export const livedDemo = async (): Promise<LivedDemo> => {
  // Each run has a folder of temporary files of its own.
  const env = testEnv({ DATA_DIR: join(tmpdir(), 'lived-demo') });
  const database = await filledDatabase('lived_demo', async ({ url }) => {
    const world = await startSimulators({ env, serials: [], log: () => undefined });
    try {
      const log = pino({ level: 'silent' });
      await seedDemo({ databaseUrl: url, world, log, now: LIVED, say: () => undefined });
    } finally {
      await world.stop();
    }
  });
  return { database, env };
};
