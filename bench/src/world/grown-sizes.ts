import type pg from 'pg';
import { format } from '../measure/harness.ts';

/** What is written once for each of them. Of a day: of an order that has a miner of its own, after its minutes have become hours. */
const TABLES_OF = {
  member: [
    'member',
    'member_figures',
    'account',
    'session',
    'refresh_token',
    'withdrawal_address',
    'terms_acceptance',
    'deposit_address',
  ],
  order: [
    'miner_order',
    'order_terms',
    'order_payment',
    'order_placement',
    'order_activation',
    'allocation',
    'device',
    'device_state',
  ],
  'order and settled day': ['reward', 'transfer', 'posting', 'device_day', 'pool_worker_day', 'device_hours'],
} as const;
/** How many rows each of them has of a table, where it is not one. */
const EACH: Readonly<Record<string, number>> = { account: 3, refresh_token: 2 };
const MINUTES_PER_DAY = 1440;

interface Sizes {
  readonly tables: readonly { table: string; rows: number; bytes: number }[];
  readonly words: readonly string[];
}

/** Bytes of rows with their indexes, as the database has them on its disk. */
export const sizesOf = async (client: pg.ClientBase): Promise<Sizes> => {
  const { rows: tables } = await client.query<{ table: string; rows: number; bytes: number }>(
    `SELECT regexp_replace(relname, '^(transfer|posting)_(until_\\d+|\\d+|rest)$', '\\1') AS table, sum(reltuples)::float8 AS rows,
            sum(pg_total_relation_size(oid))::float8 AS bytes
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples >= 1000 GROUP BY 1 ORDER BY 3 DESC`,
  );
  const each = (name: string): number => {
    const found = tables.find(({ table }) => table === name);
    return found === undefined ? 0 : (found.bytes / found.rows) * (EACH[name] ?? 1);
  };
  const minute = tables.find(({ table }) => table.startsWith('device_minute_2'))!;
  return {
    tables,
    words: [
      ...Object.entries(TABLES_OF).map(
        ([name, of]) => `${format(of.reduce((sum, table) => sum + each(table), 0))} B of ${name}`,
      ),
      `${format(((minute.bytes / minute.rows) * MINUTES_PER_DAY) / 1000)} kB of minutes a miner and day, ${format(each('device_hours') + each('device_day') + each('pool_worker_day'))} B once they are hours`,
    ],
  };
};
