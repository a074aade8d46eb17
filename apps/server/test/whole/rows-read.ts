import type { Pool, PoolClient } from 'pg';

/**
 * How many rows of some tables the database reads to do a piece of work: what it costs, whatever the machine does meanwhile. All that it
 * writes is undone.
 */
export const rowsRead = async (
  pool: Pool,
  tables: readonly string[],
  work: (db: PoolClient) => Promise<unknown>,
): Promise<number> => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const read = async (): Promise<number> => {
      // Of one partition as of the whole.
      const { rows } = await client.query<{ read: number }>(
        `SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer AS read FROM pg_stat_xact_user_tables
          WHERE regexp_replace(relname, '_\\d+$', '') = ANY ($1)`,
        [tables],
      );
      return rows[0]!.read;
    };
    const before = await read();
    await work(client);
    return (await read()) - before;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
};
