import type { PackageLine } from '@minerx/rules/miner-package';
import type { Db, Tx } from '../../db/transaction.ts';

/** Whoever changes stock locks it first, in order of line: it is the first lock of the ledger's order. */
export const lockStockOfDevices = async (tx: Tx): Promise<void> => {
  await tx.query(`INSERT INTO stock (line, total) VALUES ('x1', 0), ('x2', 0) ON CONFLICT DO NOTHING`);
  await tx.query('SELECT line FROM stock ORDER BY line FOR UPDATE');
};

/**
 * Counts the devices into the stock: those that orders have, and of the free ones those that answered and that the pool saw
 * since `from`. A machine that is another device's, or that tells the pool worker of an earlier one, is not counted again. What orders have stays, whatever answers.
 * The caller holds the stock. @returns the lines whose stock grew.
 */
export const countStock = async (tx: Tx, from: Date | null): Promise<PackageLine[]> => {
  if (from !== null) await tx.query(SEE_DEVICES, [from]);
  const { rows } = await tx.query<{ line: PackageLine; grew: boolean }>(COUNT_STOCK);
  return rows.filter(({ grew }) => grew).map(({ line }) => line);
};

/** Whether some of these devices are free and not in the stock. */
export const isAnyUncounted = async (db: Db, deviceIds: readonly number[]): Promise<boolean> => {
  const { rows } = await db.query<{ isAny: boolean }>(
    'SELECT EXISTS (SELECT FROM device_stock WHERE device_id = ANY ($1) AND free AND NOT in_stock) AS "isAny"',
    [deviceIds],
  );
  return rows[0]!.isAny;
};

const SEE_DEVICES = `
  UPDATE /* whole device: the stock is counted anew, once in a while */ device_stock p SET in_stock = seen.in_stock
    FROM (SELECT d.id, coalesce(s.answered_at >= $1 AND s.pool_seen_at >= $1, false) AND d.same_as IS NULL
                   AND NOT EXISTS (SELECT FROM device o WHERE o.pool_worker = d.pool_worker AND o.id < d.id AND o.retired_at IS NULL) AS in_stock
            FROM device d LEFT JOIN device_state s ON s.device_id = d.id WHERE d.retired_at IS NULL) seen
   WHERE seen.id = p.device_id AND p.in_stock <> seen.in_stock`;

const COUNT_STOCK = `
  WITH made AS (
    SELECT /* whole device_stock: the same */ s.line, s.total AS before,
           greatest(s.used, count(*) FILTER (WHERE NOT d.free OR d.in_stock)::integer
                            / CASE s.line WHEN 'x2' THEN 10 ELSE 1 END) AS units
      FROM stock s LEFT JOIN device_stock d ON d.line = s.line GROUP BY s.line)
  UPDATE stock SET total = made.units FROM made WHERE made.line = stock.line AND stock.total <> made.units
  RETURNING stock.line, made.units > made.before AS grew`;
