import type { PackageLine } from '@minerx/rules/miner-package';
import { WAITING_STOCK } from '@minerx/rules/order-status';
import type { Db } from '../../db/transaction.ts';

/** Lines where orders wait and there is room for some of them. */
export const listLinesWithRoom = async (db: Db): Promise<PackageLine[]> => {
  const { rows } = await db.query<{ line: PackageLine }>(
    'SELECT line FROM stock WHERE waiting > 0 AND used < total ORDER BY line',
  );
  return rows.map(({ line }) => line);
};

interface DueWaitingOrder {
  readonly orderId: string;
  readonly memberId: bigint;
}

/** Waiting orders whose hold has reached its deadline, the oldest first. */
export const listDueWaitingOrders = async (db: Db, now: Date, limit: number): Promise<DueWaitingOrder[]> => {
  const { rows } = await db.query<DueWaitingOrder>(
    `SELECT o.id AS "orderId", o.member_id AS "memberId" FROM hold h JOIN miner_order o ON o.hold_owner_id = h.owner_id AND o.status = ${WAITING_STOCK}
     WHERE h.state = 'open' AND h.deadline_at <= $1 ORDER BY h.deadline_at LIMIT $2`,
    [now.toISOString(), limit],
  );
  return rows;
};
