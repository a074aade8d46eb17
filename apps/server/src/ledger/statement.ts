import type { PoolClient } from 'pg';
import type { Statement, Statements } from '../db/packet.ts';

/** A statement by name: parsed once a connection. Rows come as arrays. */
export const ask = async <Row extends unknown[]>(
  db: Statements,
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await db.query<Row>({ name, text, values })).rows;

/** Waits for all, then throws the first failure: nothing is left running on the connection. */
export const settle = async (work: readonly Promise<unknown>[]): Promise<void> => {
  for (const outcome of await Promise.allSettled(work)) if (outcome.status === 'rejected') throw outcome.reason;
};

/** A PostgreSQL array of values that need no quoting: numbers, bigint, uuids, our own words. */
export const list = (values: Iterable<string | number | bigint | null>): string => {
  let text = '';
  for (const value of values) text += text === '' ? `${value ?? 'NULL'}` : `,${value ?? 'NULL'}`;
  return `{${text}}`;
};

/** A statement by name that gives no rows. */
export const send = (db: Statements, name: string, text: string, values: unknown[]): Promise<unknown> =>
  db.query({ name, text, values });

/** One array a field, for `unnest`: of values that need no quoting, or moments. */
export const columns = <Row extends object>(rows: readonly Row[], ...fields: (keyof Row)[]): string[] =>
  fields.map((field) =>
    list(
      rows.map((row) => {
        const value = row[field];
        return value instanceof Date ? value.toISOString() : (value as string | number | bigint | null);
      }),
    ),
  );

/** A connection on which each statement waits for the one before, and has all of its time. */
export const oneByOne = (client: PoolClient): Statements => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query: <Row extends unknown[]>(statement: Statement) => {
      const answer = last.then(() => client.query<Row>({ ...statement, rowMode: 'array' }));
      last = answer;
      return answer;
    },
  };
};
