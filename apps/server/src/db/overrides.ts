import type pg from 'pg';

/** The driver's many signatures of `query`; all of them are passed on as they are. */
export const ask = (client: pg.PoolClient, statement: unknown[]): Promise<unknown> =>
  (client.query as (...all: unknown[]) => Promise<unknown>).apply(client, statement);

/** The same thing with some of its methods exchanged; the others work on the thing itself, which has private parts. */
export const withOverrides = <T extends object>(thing: T, overrides: Record<string, unknown>): T =>
  new Proxy(thing, {
    get: (target, name) => {
      if (typeof name === 'string' && name in overrides) return overrides[name];
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
