import pg from 'pg';
import { appUrlOf, letAppSignIn, requireAppRights } from '../db/app-sign-in.ts';
import { findMark, refusalOfMark, refuseDemoTraces, type Purpose } from '../db/database-mark.ts';
import { startEmbedded } from '@minerx/embedded-postgres/server';
import type { Embedded } from '@minerx/embedded-postgres/server';
import { hasRoom, keepRunning } from './keep-running.ts';
import { allowTime } from '../db/shared-pool.ts';
import { inSnapshot } from '../db/transaction.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
import { keyedDigest } from '../security/secret-hash.ts';
import type { Env } from '../env/env.ts';

/** The database of this run. */
type StartedDatabase = {
  /** The app's address. */
  url: string;
  /** The owner's, for migrations and nothing else; null: this process was not told it. */
  ownerUrl: string | null;
  stop(): Promise<void>;
};

type DatabaseInput = {
  say: (line: string) => void;
  /** The embedded server ended by itself and cannot be started again. Left out: nobody watches it. */
  onLost?: (error: Error) => void;
};

const NAME = 'minerx';

/** The one of `DATABASE_URL`, which is its owner's to stop, or the embedded one under DATA_DIR. */
export const startDatabase = async (env: Env, { say, onLost }: DatabaseInput): Promise<StartedDatabase> => {
  if (env.databaseUrl !== null) {
    const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = env;
    // The app may not be let in yet; the owner always is.
    await (ownerUrl === null ? requireAnswer('DATABASE_URL', url) : requireAnswer('DATABASE_OWNER_URL', ownerUrl));
    return { url, ownerUrl, stop: () => Promise.resolve() };
  }
  const start = (): Promise<Embedded> => startEmbedded({ dataDir: env.dataDir, log: say });
  const server = await start();
  const ownerUrl = await ensureDatabase(server.url);
  const url = appUrlOf(ownerUrl);
  if (onLost === undefined) return { url, ownerUrl, stop: server.stop };
  return { url, ownerUrl, stop: keepRunning(server, start, { say, onLost, hasRoom: () => hasRoom(server.folder) }) };
};

/** @throws Error that names the variable: what the database's driver says names none. */
const requireAnswer = async (variable: string, url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    const why = (cause as Error).message || (cause as NodeJS.ErrnoException).code;
    throw new Error(
      `The database of ${variable} lets nobody in (${why}). Start it, or put host, port, name and password right.`,
      { cause },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Brings the database to the newest schema and lets the app in, as its owner; without the owner's address nothing happens. */
export const prepareDatabase = async (
  { url, ownerUrl }: StartedDatabase,
  env: Env,
  say: (line: string) => void,
): Promise<void> => {
  if (ownerUrl === null) return;
  const fingerprint = keyedDigest(env.pepper, 'database mark').toString('hex');
  const claim = { purpose: env.mode, embedded: env.databaseUrl === null, fingerprint, log: say };
  await migrate(ownerUrl, { log: say, claim });
  await letAppSignIn(ownerUrl, url);
};

/** It reads whole tables of a database that may be large. */
const DEMO_PATIENCE_MS = 600_000;

/**
 * Production looks at every start for what a dump of a demo could have brought, also one that was not given the owner's address.
 * @throws Error with a sentence for whoever starts the program.
 */
export const requireNoDemo = (pool: pg.Pool): Promise<void> =>
  inSnapshot(pool, async (tx) => {
    await allowTime(tx, DEMO_PATIENCE_MS);
    await refuseDemoTraces(tx);
  });

/**
 * Looks at the database as the app does, before anything runs on it: the schema of this version, a mark of the same purpose,
 * and no rights that the app must not have.
 * @throws Error with a sentence for whoever starts the program.
 */
export const requirePrepared = async (pool: Pick<pg.Pool, 'query'>, purpose: Purpose): Promise<void> => {
  await requireAppRights(pool);
  const missing = await pendingMigrations(pool).catch((error: pg.DatabaseError) => {
    if (error.code === NO_SUCH_TABLE || error.code === NOT_ALLOWED) return ['all of them'];
    throw error;
  });
  const mark = missing.length === 0 ? await findMark(pool) : null;
  if (mark === null) {
    throw new Error(
      'The database is not prepared for this version yet. Start the server once: npm start, with DATABASE_OWNER_URL if the database is one of your own.',
    );
  }
  if (mark !== purpose) throw new Error(refusalOfMark(mark));
};

const NO_SUCH_TABLE = '42P01';
const NOT_ALLOWED = '42501';

/** Makes our database on a server unless it is there; gives its address. */
export const ensureDatabase = async (serverUrl: string): Promise<string> => {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${NAME}`);
  } catch (error) {
    // Two launchers at the same moment: the other one made it.
    if (!['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')) throw error;
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${NAME}`;
  return url.href;
};
