import { tmpdir } from 'node:os';

import pg from 'pg';
import { createLog } from '../../../apps/server/src/base/log.ts';
import { createLocalBus } from '../../../apps/server/src/bus/bus.ts';
import { buildApp, type App } from '../../../apps/server/src/composition/app.ts';
import { compose } from '../../../apps/server/src/composition/compose.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import { readEnv } from '../../../apps/server/src/env/env.ts';
import type { Routes } from '../../../apps/server/src/http/route.ts';
import type { Outside } from '../../../apps/server/src/outside/outside.ts';
import { PROBE, probeId, TODAY } from '../world/grown-world.ts';

const MINUTE_MS = 60_000;
const SECRET = 'of a bench that nobody else can reach: 0123456789';

/** The real app over a grown world, in this process. Whoever asks is the probe, or an admin who has just shown the second factor. */
export interface GrownServer {
  readonly http: App['http'];
  readonly routes: Routes;
  readonly context: Context;
  /** To explain with. */
  readonly client: pg.PoolClient;
  readonly bytes: number;
  /** Limits count by the minute of the world. */
  nextMinute(): void;
  stop(): Promise<void>;
}

/** A source that fails when it is asked: nothing that is measured needs one. */
const absent = (name: string): never => {
  const health = {
    sourceId: name,
    simulated: true,
    answered: 0,
    failed: {},
    lastAnswerAt: null,
    lastFailureAt: null,
    lastFailure: null,
  };
  const nobody = () => Promise.reject(new Error(`There is no ${name} here.`));
  const words: Record<string, () => unknown> = { health: () => health, recall: () => undefined };
  return new Proxy({}, { get: (_, word) => words[String(word)] ?? nobody }) as never;
};

const OUTSIDE: Outside = {
  pool: absent('pool'),
  network: absent('network'),
  market: absent('market'),
  secondMarket: null,
  mailer: { kind: 'eml', send: async () => undefined, close: async () => undefined } as never,
  push: null,
  files: absent('files'),
  chains: new Map(),
  tron: null,
  faucets: new Map(),
  signer: null,
};

/** @param url of the database's owner */
export const startGrownServer = async (url: string): Promise<GrownServer> => {
  const outcome = readEnv({
    DATA_DIR: tmpdir(),
    LOG_LEVEL: 'silent',
    SESSION_SECRET: SECRET,
    PEPPER: `${SECRET}, with pepper`,
  });
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
  let now = Date.parse(`${TODAY}T12:00:00Z`);
  const composed = await compose({
    env: outcome.env,
    log: createLog('silent'),
    databaseUrl: url,
    bus: createLocalBus(),
    clock: { now: () => now },
    monotonic: () => 0,
    outside: OUTSIDE,
  });
  const admin = {
    operatorId: probeId('operator'),
    email: 'admin@x.org',
    name: 'Admin',
    role: 'admin',
    tokenHash: Buffer.alloc(32),
  } as const;
  const context: Context = {
    ...composed.context,
    sessions: { verify: () => ({ memberId: PROBE, sessionId: probeId('session') }) },
    operators: {
      require: async () => ({ ...admin, lastUsedAt: new Date(now), steppedUpAt: new Date(now) }),
      requireFactor: async () => undefined,
    },
  };
  const app = await buildApp(context);
  await app.http.ready();
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const client = await pool.connect();
  const { rows } = await client.query<{ size: string }>('SELECT pg_database_size(current_database())::text AS size');
  return {
    http: app.http,
    routes: app.routes,
    context,
    client,
    bytes: Number(rows[0]!.size),
    nextMinute: () => void (now += MINUTE_MS),
    stop: async () => {
      client.release();
      await pool.end();
      await app.close();
      await composed.close();
    },
  };
};
