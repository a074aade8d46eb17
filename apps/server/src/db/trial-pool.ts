import type pg from 'pg';
import { ask, withOverrides } from './overrides.ts';

/** Work came to where it would have changed something; nothing was. */
export class Tried extends Error {}

/** read_only_sql_transaction: the statement would have written. */
const WOULD_WRITE = '25006';

/**
 * A pool on which work refuses what it would refuse, and changes nothing: at its first commit it is undone and ends with `Tried`. Work that
 * only looks ends as it always does.
 */
export const trialPool = (pool: pg.Pool): pg.Pool =>
  withOverrides(pool, {
    connect: async () => trialClient(await pool.connect()),
    query: async (...statement: unknown[]) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN READ ONLY');
        return await ask(client, statement);
      } catch (error) {
        throw (error as { code?: string }).code === WOULD_WRITE ? new Tried() : error;
      } finally {
        await client.query('ROLLBACK').then(
          () => client.release(),
          () => client.release(true),
        );
      }
    },
  });

const trialClient = (client: pg.PoolClient): pg.PoolClient => {
  let looksOnly = false;
  return withOverrides(client, {
    query: async (...statement: unknown[]) => {
      const [text] = statement;
      if (typeof text === 'string' && text.startsWith('BEGIN')) looksOnly = text.includes('READ ONLY');
      if (text !== 'COMMIT' || looksOnly) return ask(client, statement);
      await client.query('ROLLBACK');
      throw new Tried();
    },
  });
};
