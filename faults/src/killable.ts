import type pg from 'pg';

/** What ends a worker wherever it is. */
const KILLED = 'killed';

/** A way to end a worker before or after anything that it does. */
export interface Knife {
  readonly share: number;
  kills: number;
}

const cut = (knife: Knife): void => {
  if (Math.random() >= knife.share) return;
  knife.kills += 1;
  throw new Error(KILLED);
};

/** Whatever stops it is swallowed, as a killed worker leaves it; other errors are the caller's to judge. */
export const untilKilled = async (work: Promise<unknown>, judge: (error: Error) => void): Promise<void> => {
  await work.catch((error: Error) => {
    if (error.message !== KILLED) judge(error);
  });
};

const around =
  <A extends unknown[], R>(knife: Knife, work: (...input: A) => Promise<R>) =>
  async (...input: A): Promise<R> => {
    cut(knife);
    const done = await work(...input);
    cut(knife);
    return done;
  };

/** Ends before or after any statement, a COMMIT included; what was open is rolled back, as the database does when a worker is gone. */
export const killablePool = (pool: pg.Pool, knife: Knife): pg.Pool =>
  new Proxy(pool, {
    get: (target, name) => {
      if (name === 'query') return around(knife, target.query.bind(target) as never);
      if (name !== 'connect') return bound(target, name);
      return async () => killableClient(await target.connect(), knife);
    },
  });

const killableClient = (client: pg.PoolClient, knife: Knife): pg.PoolClient =>
  new Proxy(client, {
    get: (target, name) => {
      if (name !== 'query') return bound(target, name);
      const query = target.query.bind(target) as (...input: unknown[]) => Promise<unknown>;
      // What cleans up behind a killed worker is the database's own.
      return (...input: unknown[]) => (input[0] === 'ROLLBACK' ? query(...input) : around(knife, query)(...input));
    },
  });

/** Ends before or after any question. */
export const killable = <T extends object>(asked: T, knife: Knife): T =>
  new Proxy(asked, {
    get: (target, name) => {
      const value = bound(target, name);
      return typeof value === 'function' ? around(knife, value as never) : value;
    },
  });

const bound = (target: object, name: string | symbol): unknown => {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === 'function' ? (value.bind(target) as unknown) : value;
};
