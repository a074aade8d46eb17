import { LOWEST_ID } from '../../../base/ids.ts';
import type { Db } from '../../../db/transaction.ts';
import { FIRST_INDEXED_ACCOUNT, FIRST_KEPT_ACCOUNT } from '../../../ledger/account.ts';
import type { Equation } from '../../../ledger/equation.ts';

/** What an equation speaks of, each by itself. */
type Key = NonNullable<Equation['each']>;
export type OfEach = Equation & { readonly each: Key };
export const isOfEach = (equation: Equation): equation is OfEach => equation.each !== undefined;

/** SQL: whether a column is one of some keys. */
export type Within = (column: string) => string;

/** Before every key. */
export const FIRST: Record<Key, string> = { account: String(FIRST_KEPT_ACCOUNT), order: LOWEST_ID };
const TABLES: Record<Key, string> = { account: 'account', order: 'miner_order' };

/** Under the names of the tables the rows of some keys alone. Of a posting the side that is one of them: the other is another account's. */
const CUTS: Record<Key, (within: Within) => string> = {
  account: (within) => `
    account AS NOT MATERIALIZED (SELECT * FROM public.account WHERE ${within('id')}),
    posting AS NOT MATERIALIZED (
      SELECT transfer_id, source, NULL::bigint AS destination, amount FROM public.posting WHERE ${within('source')}
      UNION ALL SELECT transfer_id, NULL, destination, amount FROM public.posting WHERE ${within('destination')}),
    balance_mark AS NOT MATERIALIZED (SELECT * FROM public.balance_mark WHERE ${within('account')})`,
  order: (within) => `
    miner_order AS NOT MATERIALIZED (SELECT * FROM public.miner_order WHERE ${within('id')}),
    reward AS NOT MATERIALIZED (SELECT * FROM public.reward WHERE ${within('order_id')})`,
};

/** SQL: the keys that the transfers behind one id up to another one are about, but for the house's. */
const MOVED: Record<Key, string> = {
  account: `SELECT DISTINCT a.id::text AS id FROM posting p CROSS JOIN LATERAL (VALUES (p.source), (p.destination)) a (id)
             WHERE p.transfer_id > $1 AND p.transfer_id <= $2 AND a.id >= ${FIRST_INDEXED_ACCOUNT}`,
  order: 'SELECT DISTINCT order_id AS id FROM transfer WHERE id > $1 AND id <= $2 AND order_id IS NOT NULL',
};
/** Transfers whose keys are looked at together. */
const TOGETHER = 1000;

export const between =
  (from: string, upto: string | null): Within =>
  (column) =>
    `${column} >= '${from}'${upto === null ? '' : ` AND ${column} < '${upto}'`}`;

export const among =
  (key: Key, ids: readonly string[]): Within =>
  (column) =>
    // In so many words: the planner concludes it from no long list, and needs it for the indexes of postings.
    `${column} = ANY ('{${ids.join(',')}}')${key === 'account' ? ` AND ${column} >= ${FIRST_INDEXED_ACCOUNT}` : ''}`;

/** An equation asked of some keys alone. */
export const cutToKeys = (equation: Equation, key: Key, within: Within): Equation => ({
  ...equation,
  rows: `WITH ${CUTS[key](within)} SELECT id FROM (${equation.rows}) e (id)`,
});

/** Where a range of as many keys ends; null: it holds the last one. */
export const findEnd = async (db: Db, key: Key, from: string, size: number): Promise<string | null> => {
  // The house's kept accounts by themselves: their postings stand in an index of their own.
  if (key === 'account' && BigInt(from) < FIRST_INDEXED_ACCOUNT) return String(FIRST_INDEXED_ACCOUNT);
  const { rows } = await db.query<{ id: string }>(
    `SELECT id::text AS id FROM ${TABLES[key]} WHERE id >= $1 ORDER BY ${TABLES[key]}.id OFFSET $2 LIMIT 1`,
    [from, size],
  );
  return rows[0]?.id ?? null;
};

/** The keys of the next transfers behind an id, and the last of these; null: there are none. */
export const findMoved = async (db: Db, key: Key, behind: string): Promise<{ ids: string[]; last: string } | null> => {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM transfer WHERE id > $1 ORDER BY id LIMIT ${TOGETHER}`,
    [behind],
  );
  const last = rows.at(-1)?.id;
  if (last === undefined) return null;
  const moved = await db.query<{ id: string }>(MOVED[key], [behind, last]);
  return { ids: moved.rows.map(({ id }) => id), last };
};
