import { LOWEST_ID } from '../../../base/ids.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import { DUE_ORDERS } from '../share.sql.ts';

/** Orders of a day that are credited together: those after one id, until and with another. */
export interface SettlementRange {
  readonly afterId: string;
  readonly untilId: string;
}

/** A day whose orders were split, and when; another time is another settlement of it. */
export interface SplitDay {
  readonly day: string;
  readonly splitAt: string;
}

/** What came of crediting. */
export interface Credited {
  orders: number;
  openOrders: number;
  sat: bigint;
}

/** Splits what is due of a day anew, into ranges of so many orders. What an earlier settlement left is let go of: whoever still has some of it is waited for. */
export const splitDay = async (tx: Tx, day: string, ordersInRange: number): Promise<SplitDay> => {
  await tx.query('DELETE FROM settlement_range WHERE day = $1', [day]);
  await tx.query(
    `INSERT INTO settlement_range (day, after_id, until_id)
     SELECT $2, lag(id, 1, $1) OVER (ORDER BY id), id
       FROM (SELECT o.id, row_number() OVER (ORDER BY o.id) AS n, count(*) OVER () AS last FROM ${DUE_ORDERS}) due
      WHERE n % $3 = 0 OR n = last`,
    [LOWEST_ID, day, ordersInRange],
  );
  const { rows } = await tx.query<{ splitAt: string }>('SELECT now()::text AS "splitAt"');
  return { day, splitAt: rows[0]!.splitAt };
};

/** A day that somebody settles now and of which something is left that nobody has. */
export const findSplitDay = async (db: Db): Promise<SplitDay | null> =>
  (
    await db.query<SplitDay>(
      `SELECT day, split_at::text AS "splitAt" FROM settlement_range WHERE orders IS NULL
        ORDER BY day LIMIT 1 FOR UPDATE SKIP LOCKED`,
    )
  ).rows[0] ?? null;

/** The next range that is not done and that nobody has; ours until the transaction ends. */
export const takeRange = async (tx: Tx, { day, splitAt }: SplitDay): Promise<SettlementRange | null> =>
  (
    await tx.query<SettlementRange>(
      `SELECT after_id AS "afterId", until_id AS "untilId" FROM settlement_range
        WHERE day = $1 AND split_at = $2 AND orders IS NULL ORDER BY after_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [day, splitAt],
    )
  ).rows[0] ?? null;

export const isLeftToDo = async (db: Db, { day }: SplitDay): Promise<boolean> =>
  (await db.query('SELECT FROM settlement_range WHERE day = $1 AND orders IS NULL LIMIT 1', [day])).rowCount === 1;

export const noteCredited = async (
  tx: Tx,
  day: string,
  { afterId }: SettlementRange,
  { orders, openOrders, sat }: Credited,
): Promise<void> => {
  await tx.query(
    'UPDATE settlement_range SET orders = $3, open_orders = $4, sat = $5 WHERE day = $1 AND after_id = $2',
    [day, afterId, orders, openOrders, sat],
  );
};

/** What came of all of them; they go. */
export const endSplit = async (tx: Tx, { day }: SplitDay): Promise<Credited> => {
  const { rows } = await tx.query<Credited>(
    `WITH done AS (DELETE FROM settlement_range WHERE day = $1 RETURNING orders, open_orders, sat)
     SELECT coalesce(sum(orders), 0)::integer AS orders, coalesce(sum(open_orders), 0)::integer AS "openOrders", coalesce(sum(sat), 0)::bigint AS sat FROM done`,
    [day],
  );
  return rows[0]!;
};
