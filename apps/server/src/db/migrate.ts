import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ADVISORY_LOCK, waitForLease } from './advisory-locks.ts';
import { claimDatabase, createMarkTable } from './database-mark.ts';
import type { Claim } from './database-mark.ts';
import { APP_ROLE } from './pool.ts';

/** One SQL file of the migrations folder. */
type Migration = { version: number; name: string; sql: string; checksum: string };

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));

/**
 * Reads `NNN-name.sql` in order of their numbers.
 * @throws Error for a misnamed file, a number used twice, or a file that ends its own transaction.
 */
export const readMigrations = (folder: string = MIGRATIONS_FOLDER): Migration[] => {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => {
      const match = /^(\d{3})-[a-z0-9-]+\.sql$/.exec(file);
      if (match === null) throw new Error(`Migration ${file}: the name must look like 001-what-it-does.sql.`);
      const sql = readFileSync(`${folder.replace(/\/$/, '')}/${file}`, 'utf8');
      if (/^\s*(BEGIN|COMMIT|ROLLBACK|END)\s*;/im.test(withoutBodies(sql))) {
        throw new Error(`Migration ${file} must not begin or end transactions: each file runs in one of its own.`);
      }
      return {
        version: Number(match[1]),
        name: file,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    })
    .sort((a, b) => a.version - b.version);
  for (const [index, migration] of migrations.entries()) {
    if (migrations[index + 1]?.version === migration.version) {
      throw new Error(`Migrations ${migration.name} and ${migrations[index + 1]?.name} have the same number.`);
    }
  }
  return migrations;
};

/** Function bodies have a BEGIN and END of their own. */
const withoutBodies = (sql: string): string => sql.replace(/(\$[a-z_]*\$)[\s\S]*?\1/gi, '').replace(/--.*$/gm, '');

type MigrateInput = {
  folder?: string;
  log?: (line: string) => void;
  /** Whose the database is to be; asked before anything is written to it. Left out in tests. */
  claim?: Claim;
};

/**
 * Brings the database to the newest schema; forward only. The app's role exists before the first file runs.
 * Several processes may call it at once: one works, the others wait and find nothing to do.
 * @param url of a user who owns the schema, and who may create roles unless `minerx_app` exists.
 * @returns the names of the files applied now.
 * @throws Error when the claim refuses, an applied file has changed, is missing, or a new one is numbered before it.
 */
export const migrate = async (url: string, input: MigrateInput = {}): Promise<string[]> => {
  const migrations = readMigrations(input.folder);
  const client = new pg.Client({ connectionString: url, application_name: 'minerx migrate' });
  client.on('error', () => undefined); // The running query rejects with the same error.
  await client.connect();
  try {
    await waitForLease(client, ADVISORY_LOCK.migration);
    if (input.claim !== undefined) await claimDatabase(client, input.claim);
    await ensureRole(client);
    await createMarkTable(client);
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migration (
         version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    await client.query(`GRANT USAGE ON SCHEMA public TO ${APP_ROLE}`);
    await closeDatabase(client);
    const pending = compare(migrations, await listApplied(client));
    for (const migration of pending) await apply(client, migration, input.log);
    // Last, because a migration that grants on all tables includes these.
    await client.query(
      `REVOKE ALL ON schema_migration, database_mark FROM ${APP_ROLE}; GRANT SELECT ON schema_migration, database_mark TO ${APP_ROLE}`,
    );
    return pending.map(({ name }) => name);
  } finally {
    await client.end(); // Also gives the lock back.
  }
};

/**
 * A new database lets everybody who may sign in to the server come in, listen and make temporary tables; the rights belong to it and
 * no copy or dump brings them along.
 */
const closeDatabase = async (client: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
  await client.query(
    `GRANT CONNECT ON DATABASE ${rows[0]!.name} TO CURRENT_USER, ${APP_ROLE};
     REVOKE TEMPORARY ON DATABASE ${rows[0]!.name} FROM PUBLIC, ${APP_ROLE};
     REVOKE CONNECT ON DATABASE ${rows[0]!.name} FROM PUBLIC`,
  );
};

type Applied = { version: number; name: string; checksum: string };

const listApplied = async (client: Pick<pg.ClientBase, 'query'>): Promise<Applied[]> => {
  const { rows } = await client.query<Applied>('SELECT version, name, checksum FROM schema_migration ORDER BY version');
  return rows;
};

const compare = (migrations: Migration[], applied: Applied[]): Migration[] => {
  const files = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const { version, name, checksum } of applied) {
    const file = files.get(version);
    if (file === undefined) throw new Error(`Migration ${name} was applied to this database, but its file is missing.`);
    if (file.checksum !== checksum) {
      throw new Error(
        `Migration ${file.name} was changed after it had been applied. Undo the change and write a new migration.`,
      );
    }
  }
  const newest = applied.at(-1)?.version ?? 0;
  const done = new Set(applied.map(({ version }) => version));
  const pending = migrations.filter(({ version }) => !done.has(version));
  const late = pending.find(({ version }) => version < newest);
  if (late !== undefined)
    throw new Error(`Migration ${late.name} is numbered before ${newest}, which is already applied.`);
  return pending;
};

const apply = async (client: pg.Client, migration: Migration, log?: (line: string) => void): Promise<void> => {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migration (version, name, checksum) VALUES ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new Error(`Migration ${migration.name} failed: ${describe(cause, migration.sql)}`, {
      cause,
    });
  }
  log?.(`applied migration ${migration.name}`);
};

/** The database's message with the line of the file it points at. */
const describe = (cause: unknown, sql: string): string => {
  const { message, position } = cause as pg.DatabaseError;
  const line = position === undefined ? '' : ` (line ${sql.slice(0, Number(position)).split('\n').length})`;
  return `${message}${line}`;
};

/** Creates the app's role, which cannot sign in yet. */
const ensureRole = async (client: pg.Client): Promise<void> => {
  try {
    await client.query(`DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
        CREATE ROLE ${APP_ROLE} NOLOGIN;
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this server was faster
    END $$`);
  } catch (cause) {
    throw new Error(
      `The role ${APP_ROLE} could not be prepared (${(cause as Error).message}). ` +
        `Ask the database's administrator for: CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '<that of DATABASE_URL>';`,
      { cause },
    );
  }
};

/** Names of the files that this database still lacks; for the readiness check. */
export const pendingMigrations = async (pool: Pick<pg.Pool, 'query'>, folder?: string): Promise<string[]> => {
  const { rows } = await pool.query<Applied>('SELECT version, name, checksum FROM schema_migration ORDER BY version');
  return compare(readMigrations(folder), rows).map(({ name }) => name);
};

/** Rejects when the database does not answer, or was never migrated. */
export const requireTables = async (pool: Pick<pg.Pool, 'query'>): Promise<void> => {
  await pool.query('SELECT 1 FROM schema_migration LIMIT 1');
};
