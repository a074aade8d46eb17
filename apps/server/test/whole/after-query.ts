import type { Pool } from 'pg';

/**
 * A pool on which something else happens right after a statement whose text or name matches: what another process may do between two
 * steps of a command. Connections that are taken from it are the real ones.
 */
export const afterQuery = (pool: Pool, pattern: RegExp, meanwhile: () => Promise<unknown>): Pool =>
  new Proxy(pool, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
      return async (...args: [string | { text: string; name?: string }, unknown[]?]) => {
        const answer = await (target.query as (...each: unknown[]) => Promise<unknown>)(...args);
        const [asked] = args;
        if (pattern.test(typeof asked === 'string' ? asked : `${asked.name} ${asked.text}`)) await meanwhile();
        return answer;
      };
    },
  });
