import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Bus } from './bus/bus.ts';
import type { Env } from './env/env.ts';
import type { ExpiryClock } from './base/expiry-clock.ts';
import type { Equation } from './ledger/equation.ts';
import type { Funnel } from './ledger/funnel.ts';
import type { AnyTable } from './ledger/table.ts';
import type { SecurityEvents } from './security/security-event.ts';
import type { Outside } from './outside/outside.ts';
import type { Clock, Market, Operators, Pins, Random, SecondFactors, Sessions } from './ports.ts';
import type { Vault } from './security/vault.ts';

/** Everything a route, job or feed may use; built once by main.ts or by a test. */
export interface Context {
  env: Env;
  log: Logger;
  /** What this process counts; whoever counts something registers it here, and `/metrics` tells it. */
  metrics: Registry;
  clock: Clock;
  /** What was over stays over by this one; it also gives the moments that it will be compared with. */
  expiryClock: ExpiryClock;
  random: Random;
  /** Of jobs and operators; what answers requests has `requestPool` in its place. */
  pool: Pool;
  /** Connections of those who wait for an answer: no kind of call takes them all, and none waits long. */
  requestPool: Pool;
  /** For the question whether the database answers, and nothing else. */
  probe: Pool;
  bus: Bus;
  funnel: Funnel;
  /** How every noun’s rows are locked, seen and written, in the order of locks: for what moves money beside the funnel. */
  tables: readonly AnyTable[];
  /** What must hold, as every noun brings it. */
  equations: readonly Equation[];
  /** Where failed proofs, locks and freezes are counted and written. */
  security: SecurityEvents;
  /** Seals what the database must not be able to read. */
  vault: Vault;
  sessions: Sessions;
  operators: Operators;
  pins: Pins;
  secondFactors: SecondFactors;
  outside: Outside;
  /** What this process knows of the market now. */
  market: Market;
}
