import { join } from 'node:path';
import type { Pool } from 'pg';
import pino from 'pino';
import type { Logger } from 'pino';
import { migrate } from './db/migrate.ts';
import { createPool } from './db/pool.ts';
import { listUnsafeSettings } from './db/safety.ts';
import { alignDevices, listSimulatedSerials, startSimulators } from './demo/simulators.ts';
import { isStartedByNpm, loadEnv } from './env.ts';
import type { Env } from './env.ts';
import { createLog } from './log.ts';
import { run } from './main.ts';
import { startDatabase } from './start/database.ts';
import { createShutdown, stopOnSignals } from './start/shutdown.ts';
import type { Shutdown } from './start/shutdown.ts';
import { ensureWebBuild } from './start/web-build.ts';

/** `npm start`: everything that a run needs, in order, and everything stopped again in the reverse of it. */

const OLDEST_NODE = 24;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function start(env: Env, log: Logger, shutdown: Shutdown): Promise<void> {
  say(`${env.brand.name} is starting (${env.mode})`);
  const [databaseUrl] = await Promise.all([
    startAndMigrate(env, shutdown),
    env.roles.has('api') ? ensureWebBuild(say) : 'no app',
  ]);
  const pool = createPool(databaseUrl, {
    role: 'app',
    max: 2,
    onError: (err) => log.warn({ err }, 'database connection lost'),
  });
  try {
    await refuseUnsafe(env, pool);
    const complete = env.mode === 'demo' ? await startWorld(env, pool, shutdown) : env;
    const server = await run(complete, { databaseUrl, log });
    await shutdown.add('the server', server.stop);
    await announce(complete, server.url, pool);
  } finally {
    await pool.end();
  }
}

async function startAndMigrate(env: Env, shutdown: Shutdown): Promise<string> {
  const database = await startDatabase(env, say);
  await shutdown.add('the database', database.stop);
  await migrate(database.url, { log: say });
  return database.url;
}

/** In production nothing runs on a database that may lose what it has confirmed. */
async function refuseUnsafe(env: Env, pool: Pool): Promise<void> {
  const problems = await listUnsafeSettings(pool);
  if (problems.length === 0) return;
  if (env.mode === 'production') throw new Error(`The database is not fit for production:\n${problems.join('\n')}`);
  for (const problem of problems) say(`warning: ${problem}`);
}

/** The simulated outside world, and the miners of the database at their addresses of today. */
async function startWorld(env: Env, pool: Pool, shutdown: Shutdown): Promise<Env> {
  const serials = await listSimulatedSerials(pool);
  const world = await startSimulators({ env, serials, log: say });
  await shutdown.add('the simulators', world.stop);
  await alignDevices(pool, await world.addDevices(serials));
  return world.env;
}

async function announce(env: Env, url: string, pool: Pool): Promise<void> {
  const address = env.port === 0 ? url : env.publicUrl;
  const { rows } = await pool.query<{ known: boolean }>(
    "SELECT EXISTS (SELECT FROM member WHERE email_key = 'demo@minerx.test') AS known",
  );
  say('');
  if (env.roles.has('api')) {
    say(`  member app   ${address}/`);
    say(`  API          ${address}/api/openapi.json`);
  }
  if (env.mode === 'demo' && rows[0]?.known === true) {
    say('  sign in      demo@minerx.test or us@minerx.test, password Demo#2026, PIN 246810');
  }
  if (env.mode === 'demo') say(`  log, mails   ${env.dataDir}`);
  say('');
  say('ready; Ctrl-C stops everything');
}

/** The demo's terminal is for people; its log goes to a file. */
function openLog(env: Env): Logger {
  if (env.mode === 'production') return createLog(env.logLevel);
  return createLog(env.logLevel, pino.destination({ dest: join(env.dataDir, 'server.log'), mkdir: true, sync: true }));
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  say(
    `Node ${OLDEST_NODE} or newer is needed, this is ${process.version}. After npm ci, npm start uses the right one by itself.`,
  );
  process.exit(1);
}
// Whoever read our lines may leave; that is no reason to fall over.
process.stdout.on('error', () => undefined);
const env = loadEnv();
const shutdown = createShutdown(say);
stopOnSignals(shutdown, say, isStartedByNpm());
try {
  await start(env, openLog(env), shutdown);
} catch (error) {
  // Stopped while starting: what fails now fails because of that, and the stop ends the program.
  if (shutdown.begun()) await new Promise(() => undefined);
  say(`could not start: ${(error as Error).message}`);
  await shutdown.run();
  process.exit(1);
}
