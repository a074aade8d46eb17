import type { Pool } from 'pg';

/** Commits must survive a power cut; each value here loses some. */
const UNSAFE: Record<string, string> = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const OLDEST_VERSION = 150_000;

/**
 * Asks the database what the promises of the product rest on: version, encoding and durability.
 * @returns one readable line for each thing wrong; empty when all is well.
 */
export const listUnsafeSettings = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string; value: string }>(
    `SELECT name, setting AS value FROM pg_settings
      WHERE name = ANY($1)
     UNION ALL SELECT 'encoding', pg_encoding_to_char(encoding)::text FROM pg_database WHERE datname = current_database()`,
    [['server_version_num', ...Object.keys(UNSAFE)]],
  );
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const problems: string[] = [];
  if (Number(values.get('server_version_num')) < OLDEST_VERSION)
    problems.push('the database must be PostgreSQL 15 or newer');
  if (values.get('encoding') !== 'UTF8') problems.push('the database must have the encoding UTF8');
  for (const [name, value] of Object.entries(UNSAFE)) {
    if (values.get(name) === value)
      problems.push(`the database setting ${name} is ${value}: committed money could be lost`);
  }
  return problems;
};

/**
 * Whether what is committed is confirmed: with the one standby gone that commits wait for, each waits without end, whatever time its statement
 * was given. The database tells of our own role's connections only, and they are what waits.
 */
export const doCommitsEnd = async (pool: Pick<Pool, 'query'>): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND state_change < clock_timestamp() - interval '2 seconds' LIMIT 1`,
  );
  return rowCount === 0;
};
