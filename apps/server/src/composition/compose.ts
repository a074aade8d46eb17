import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Bus } from '../bus/bus.ts';
import { createPostgresBus } from '../bus/postgres-bus.ts';
import type { Context } from '../context.ts';
import type { Clock, Random } from '../ports.ts';
import { createPool } from '../db/pool.ts';
import type { Env } from '../env/env.ts';
import { createExpiryClock, keepExpiryFloor } from '../base/expiry-clock.ts';
import { EQUATIONS } from './equations.ts';
import { LEDGER_TABLES } from './ledger-tables.ts';
import { createFunnel } from '../ledger/funnel.ts';
import { MarketMemory } from '../modules/market/market-memory.ts';
import { createOperators } from '../modules/operator/operator.gate.ts';
import { createPins } from '../modules/pin/pin.gate.ts';
import { createSecondFactors } from '../modules/member/second-factor/second-factor.gate.ts';
import { noteExpiryFloor } from '../modules/system/expiry-floor.store.ts';
import { createSessions } from '../modules/session/session.registry.ts';
import type { Outside } from '../outside/outside.ts';
import { createRandom } from '../security/random.ts';
import { createSecurityEvents } from '../security/security-event.ts';
import { createVault } from '../security/vault.ts';

interface Composed {
  context: Context;
  /** Finishes what is under way and lets go of the database. */
  close(): Promise<void>;
}

interface Input {
  env: Env;
  log: Logger;
  databaseUrl: string;
  outside: Outside;
  clock?: Clock;
  /** Whole milliseconds that nobody can set back; by default the machine's. */
  monotonic?: () => number;
  random?: Random;
  bus?: Bus;
}

/** What carries words between processes; NATS, and what speaks it, only where it is asked for. */
const createBus = async ({
  env,
  log,
  databaseUrl,
  pool,
}: Pick<Input, 'env' | 'log' | 'databaseUrl'> & { pool: Pool }) => {
  const ours = { origin: randomUUID(), secret: env.pepper, log };
  if (env.natsUrl === null) return createPostgresBus({ ...ours, pool, databaseUrl });
  return (await import('../bus/nats-bus.ts')).createNatsBus({ ...ours, url: env.natsUrl });
};

/** Builds the context that routes, jobs, feeds and operators share: the one place where parts meet. */
export const compose = async ({ env, log, databaseUrl, outside, ...input }: Input): Promise<Composed> => {
  const clock = input.clock ?? Date;
  const random = input.random ?? createRandom();
  const onError = (error: Error): void => log.warn({ err: error }, 'database connection lost');
  // Jobs ask again and again: a new connection reads the catalogue before it plans its first statement, and that costs more than to answer it.
  const pool = createPool(databaseUrl, { max: 8, keep: 4, onError });
  const requestPool = createPool(databaseUrl, {
    work: 'requests',
    max: 20,
    onError,
    copyUrl: env.databaseReadUrl,
  });
  // Whoever asks whether the database answers has a connection of his own to ask on.
  const probe = createPool(databaseUrl, { work: 'requests', max: 1, onError });
  // The funnel's own connections.
  const funnelPool = createPool(databaseUrl, { work: 'ledger', max: 3, onError });
  const bus = input.bus ?? (await createBus({ env, log, databaseUrl, pool }));
  const vault = createVault(env.pepper);
  const expiryClock = createExpiryClock(clock, input.monotonic);
  const floor = await keepExpiryFloor(expiryClock, (at) => noteExpiryFloor(pool, at));
  const sessions = createSessions({ secret: env.sessionSecret, clock: expiryClock, bus, pool: requestPool });
  const metrics = new Registry();
  const security = createSecurityEvents({ log, clock, metrics, pepper: env.pepper });
  const pins = createPins({ pool: requestPool, pepper: env.pepper, clock: expiryClock, bus, security });
  await sessions.loaded;
  const funnel = createFunnel({ pool: funnelPool, clock, random, bus, vault, tables: LEDGER_TABLES });
  const market = new MarketMemory({ pool, bus, clock, log, outside });
  const context: Context = {
    env,
    log,
    metrics,
    clock,
    expiryClock,
    random,
    pool,
    requestPool,
    probe,
    bus,
    funnel,
    tables: LEDGER_TABLES,
    equations: EQUATIONS,
    security,
    vault,
    sessions,
    operators: createOperators({ pool: requestPool, env, expiryClock, random, vault, security }),
    pins,
    secondFactors: createSecondFactors({ pool: requestPool, env, expiryClock, random, vault, bus, security }),
    outside,
    market,
  };
  return {
    context,
    close: async () => {
      await funnel.drain();
      sessions.close();
      pins.close();
      market.close();
      await outside.mailer.close();
      await bus.close();
      await floor.stop();
      await Promise.all([pool, requestPool, probe, funnelPool].map((each) => each.end()));
    },
  };
};
