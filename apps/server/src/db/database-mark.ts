import pg from 'pg';
import { ADVISORY_LOCK, tryLease } from './advisory-locks.ts';
import type { Env } from '../env/env.ts';

/** What a database is for: said once, when it is first taken, and never changed. */
export type Purpose = Env['mode'];

export type Claim = {
  purpose: Purpose;
  /** The embedded database, which is nobody's but the demo's; one of DATABASE_URL is somebody's. */
  embedded: boolean;
  /** Of the secrets of this run, not to be turned back into them: rows are hashed and sealed under those of the run that made them. */
  fingerprint: string;
  log: (line: string) => void;
};

type Client = Pick<pg.ClientBase, 'query'>;

/** Where an email address of the demo ends; nobody else can have one there (RFC 2606). */
const DEMO_EMAILS = '%@minerx.test';
const ROOT_EMAIL = 'root@minerx.invalid';

/** Beside the migrations' own table and before the first of them: whoever comes second must find it. */
export const createMarkTable = (client: Client): Promise<unknown> =>
  client.query(
    `CREATE TABLE IF NOT EXISTS database_mark (
       id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
       purpose text NOT NULL CHECK (purpose IN ('demo', 'production')),
       marked_at timestamptz NOT NULL DEFAULT now());
     ALTER TABLE database_mark ADD COLUMN IF NOT EXISTS fingerprint text`,
  );

/** The mark of a database; null when it has none. Needs no more than the app's rights. */
export const findMark = async (client: Client): Promise<Purpose | null> => {
  if (!(await hasTable(client, 'database_mark'))) return null;
  const { rows } = await client.query<{ purpose: Purpose }>('SELECT purpose FROM database_mark');
  return rows[0]?.purpose ?? null;
};

/** Why a run of the other purpose must not touch a database with this mark. */
export const refusalOfMark = (found: Purpose): string =>
  found === 'production'
    ? 'This database belongs to production (APP_MODE=production was started on it). A demo never touches it; nothing was changed.'
    : 'This database was made for a demo: its members, prices and rewards are simulated. Production never runs on it; give DATABASE_URL an empty database.';

/**
 * Takes a database for a demo or for production and marks it, before anything else is written to it, or refuses it. Runs
 * under the migrations' lock, so of two that come at once the second sees the first one's mark. The only place that ever
 * empties a database: the embedded one, when the making of its demo was interrupted and every member is the demo's.
 * @throws Error with a sentence for whoever starts the program; the database is then as it was.
 */
export const claimDatabase = async (client: Client, { purpose, embedded, fingerprint, log }: Claim): Promise<void> => {
  const found = await findMark(client);
  if (found !== null && found !== purpose) throw new Error(refusalOfMark(found));
  if (purpose === 'production') await refuseDemoTraces(client);
  else if (embedded) await forgetHalfADemo(client, log);
  else await refuseUnfitForDemo(client, found);
  await createMarkTable(client);
  await client.query('INSERT INTO database_mark (purpose) VALUES ($1) ON CONFLICT DO NOTHING', [purpose]);
  if (purpose === 'demo') await requireSecrets(client, fingerprint);
};

/** A demo of before had no fingerprint and takes that of the first run that comes. */
const requireSecrets = async (client: Client, fingerprint: string): Promise<void> => {
  await client.query('UPDATE database_mark SET fingerprint = $1 WHERE fingerprint IS NULL', [fingerprint]);
  const { rows } = await client.query<{ fingerprint: string }>('SELECT fingerprint FROM database_mark');
  if (rows[0]!.fingerprint !== fingerprint)
    throw new Error(
      'The demo in this database was made with other secrets: nobody could sign in to it. Nothing was changed. Start with the DATA_DIR (or PEPPER) that it was made with, or give DATABASE_URL an empty database.',
    );
};

/**
 * Takes the database for the one demo that runs on it, until the result is called: a second one would move its miners and begin its
 * chain anew.
 * @throws Error with a sentence for whoever starts the program.
 */
export const holdDemo = async (url: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: url, application_name: 'minerx demo' });
  client.on('error', () => undefined);
  await client.connect();
  if (await tryLease(client, ADVISORY_LOCK.demo)) return () => client.end();
  await client.end();
  throw new Error(
    'A demo is running on the database of DATABASE_URL already. Nothing was changed. Stop that one first, or give this one an empty database of its own.',
  );
};

/**
 * Databases from before the marks, and rows that came by another way, such as a restored dump. Needs no more than the app's rights.
 * @throws Error with a sentence for whoever starts the program.
 */
export const refuseDemoTraces = async (client: Client): Promise<void> => {
  const traces: string[] = [];
  if ((await seedState(client)) !== null) traces.push('a demo was seeded in it');
  const members = await countOf(client, 'member', 'WHERE email_key LIKE $1', [DEMO_EMAILS]);
  if (members > 0n) traces.push(`${members} members of the demo`);
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT c.table_name AS "table", c.column_name AS "column"
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.data_type = 'boolean'
        AND (c.column_name = 'simulated' OR c.column_name LIKE '%\\_simulated') ORDER BY 1`,
  );
  for (const { table, column } of rows) {
    const { rowCount } = await client.query(`SELECT FROM "${table}" WHERE "${column}" LIMIT 1`);
    if (rowCount === 1) traces.push(`simulated rows in ${table}`);
  }
  if (traces.length > 0) {
    throw new Error(
      `Production does not run on this database: ${traces.join('; ')}. Nothing was changed. Give DATABASE_URL a database without a demo in it.`,
    );
  }
};

/** A demo on an outside database begins on an empty one, and is never repaired by emptying it. */
const refuseUnfitForDemo = async (client: Client, found: Purpose | null): Promise<void> => {
  if (found === null && !(await isEmpty(client))) {
    throw new Error(
      'The database of DATABASE_URL is not empty, and a demo takes only an empty one. Nothing was changed. Create a new database for the demo, or unset DATABASE_URL to use the embedded one.',
    );
  }
  if ((await seedState(client)) === 'started') {
    throw new Error(
      'The making of the demo in the database of DATABASE_URL was interrupted, so it cannot be trusted. Nothing was changed. Drop that database yourself and create an empty one.',
    );
  }
};

/** A demo whose making was interrupted cannot be trusted: the embedded database is emptied, so that it is made anew. */
const forgetHalfADemo = async (client: Client, log: (line: string) => void): Promise<void> => {
  if ((await seedState(client)) !== 'started') return;
  const strangers = await countOf(client, 'member', 'WHERE email_key NOT LIKE $1 AND email <> $2', [
    DEMO_EMAILS,
    ROOT_EMAIL,
  ]);
  if (strangers > 0n) {
    throw new Error(
      `The making of the demo was interrupted, but ${strangers} members who are not the demo's are in the database. Nothing was removed. Choose another DATA_DIR for a new demo.`,
    );
  }
  log('the making of the demo was interrupted; it is made anew');
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
};

const hasTable = async (client: Client, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [name]);
  return rows[0]?.there === true;
};

/** How far the seeding of a demo came; null when there never was one. */
const seedState = async (client: Client): Promise<string | null> => {
  if (!(await hasTable(client, 'setting'))) return null;
  const { rows } = await client.query<{ state: string | null }>(
    "SELECT value ->> 'state' AS state FROM setting WHERE key = 'demo_seeded'",
  );
  return rows.length === 0 ? null : (rows[0]?.state ?? 'unknown');
};

const countOf = async (client: Client, table: string, where: string, values: string[]): Promise<bigint> => {
  if (!(await hasTable(client, table))) return 0n;
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*)::text AS count FROM ${table} ${where}`,
    values,
  );
  return BigInt(rows[0]?.count ?? 0);
};

/** Nothing of anybody's in it; what an extension of the server brought does not count. */
const isEmpty = async (client: Client): Promise<boolean> => {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      LIMIT 1`,
  );
  return rowCount === 0;
};
