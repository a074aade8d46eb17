import type pg from 'pg';

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

/** The driver's many signatures of `query`; all of them are passed on as they are. */
const ask = (client: pg.PoolClient, statement: unknown[]): Promise<unknown> =>
  (client.query as (...all: unknown[]) => Promise<unknown>).apply(client, statement);

/** The same thing with some of its methods exchanged; the others work on the thing itself, which has private parts. */
const withOverrides = <T extends object>(thing: T, overrides: Record<string, unknown>): T =>
  new Proxy(thing, {
    get: (target, name) => {
      if (typeof name === 'string' && name in overrides) return overrides[name];
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
