import { mkdtempSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { buildApp, type App } from '../src/composition/app.ts';
import { createLocalBus } from '../src/bus/bus.ts';
import { compose } from '../src/composition/compose.ts';
import type { Context } from '../src/context.ts';
import type { Clock } from '../src/ports.ts';
import { testDatabase, type TestDatabase } from '../src/db/test-database.ts';
import { readEnv, type Env } from '../src/env/env.ts';
import { createDiskFiles } from '../src/outside/files/disk.ts';
import { createEmlMailer } from '../src/outside/mail/eml.ts';
import type { Outside } from '../src/outside/outside.ts';

/** A clock that a test moves. */
interface TestClock extends Clock {
  advance(ms: number): void;
  set(at: string): void;
}

export const testClock = (at = '2026-11-20T12:00:00.000Z'): TestClock => {
  let now = Date.parse(at);
  return {
    now: () => now,
    advance: (ms) => void (now += ms),
    set: (next) => void (now = Date.parse(next)),
  };
};

export interface TestApp extends App {
  context: Context;
  database: TestDatabase;
  clock: TestClock;
  /** Where the mails land as `.eml` files. */
  mailDir: string;
  close(): Promise<void>;
}

export const testEnv = (values: Record<string, string> = {}): Env => {
  const outcome = readEnv({
    DATA_DIR: mkdtempSync(join(tmpdir(), 'minerx-test-')),
    LOG_LEVEL: 'silent',
    PORT: '0',
    ...values,
  });
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
  return outcome.env;
};

/** A source that fails when used: a test that needs one brings its own. */
const absent = (name: string): never =>
  new Proxy(
    {},
    {
      get: () => () => {
        throw new Error(`This test has no ${name}.`);
      },
    },
  ) as never;

/** The real app on a database of its own; only the outside world is the test's. */
export const testApp = async (
  input: { env?: Env; outside?: Partial<Outside>; log?: pino.Logger; database?: TestDatabase; at?: string } = {},
): Promise<TestApp> => {
  const database = input.database ?? (await testDatabase());
  const env = input.env ?? testEnv();
  const clock = testClock(input.at);
  const mailDir = join(env.dataDir, 'mail');
  const { context, close } = await compose({
    env,
    log: input.log ?? pino({ level: 'silent' }),
    databaseUrl: database.url,
    clock,
    // Time passes when the test says so.
    monotonic: () => 0,
    random: { bytes: (count) => randomBytes(count) },
    bus: createLocalBus(),
    outside: {
      pool: absent('pool'),
      network: absent('network'),
      market: absent('market'),
      secondMarket: absent('second market'),
      mailer: createEmlMailer({ sourceId: 'mail', directory: mailDir, from: env.mailFrom, clock }),
      push: null,
      files: createDiskFiles({ sourceId: 'files', directory: join(env.dataDir, 'files') }),
      chains: new Map(),
      tron: null,
      faucets: new Map(),
      signer: null,
      ...input.outside,
    },
  });
  const app = await buildApp(context);
  return {
    ...app,
    context,
    database,
    clock,
    mailDir,
    close: async () => {
      await app.close();
      await close();
      if (!input.database) await database.drop();
    },
  };
};

/** How many messages of a feed the metrics know to be sent. */
export const countDelivered = async ({ context }: TestApp, feed: string): Promise<number> =>
  Number(
    new RegExp(`^feed_delivery_seconds_count{feed="${feed}"} (.*)$`, 'm').exec(await context.metrics.metrics())?.[1],
  );
