import { LIST_ROWS } from '@minerx/contract/operator/list';
import type { OrderStatus } from '@minerx/rules/order-status';
import { HIGHEST_ID } from '../../base/ids.ts';
import type { Db } from '../../db/transaction.ts';

export interface ListedOrder {
  id: string;
  number: string;
  packageName: string;
  status: OrderStatus;
  amountUnits: bigint;
  maxProfitUnits: bigint;
  profitBalanceUnits: bigint;
  createdAt: Date;
  activatedAt: Date | null;
}

/** Every order of a member, newest first: a page, and one row more where another follows. */
export const listOrdersOf = async (db: Db, memberId: bigint, after = HIGHEST_ID): Promise<ListedOrder[]> => {
  const { rows } = await db.query<ListedOrder>(
    `SELECT o.id, o.number, p.name AS "packageName", o.status, o.amount_units AS "amountUnits", o.max_profit_units AS "maxProfitUnits",
            o.profit_balance_units AS "profitBalanceUnits", o.created_at AS "createdAt", o.activated_at AS "activatedAt"
       FROM miner_order o JOIN miner_package p ON p.id = o.package_id
      WHERE o.member_id = $1 AND o.id < $2 ORDER BY o.id DESC LIMIT ${LIST_ROWS + 1}`,
    [memberId, after],
  );
  return rows;
};
