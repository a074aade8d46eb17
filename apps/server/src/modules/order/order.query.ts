import { MINER_PACKAGES, type PackageId, type PackageLine } from '@minerx/rules/miner-package';
import {
  ENDED,
  ON_QUEUE,
  ORDER_FILTERS,
  READY,
  WAITING_STOCK,
  type OrderFilter,
  type OrderStatus,
} from '@minerx/rules/order-status';
import { pageOffset } from '@minerx/rules/paging';
import type { Db } from '../../db/transaction.ts';
import { IS_LIVE } from './live-order.store.ts';

/** An order as its member sees it. Amounts in USDT units. */
export interface OrderRow {
  id: string;
  number: string;
  serial: string;
  packageId: PackageId;
  packageName: string;
  status: OrderStatus;
  amountUnits: bigint;
  maxProfitUnits: bigint;
  profitBalanceUnits: bigint;
  activationFeeUnits: bigint;
  /** BTC of settled days, in satoshi. */
  minedSat: bigint;
  createdAt: Date;
  activatedAt: Date | null;
  /** Ended or cancelled. */
  endedAt: Date | null;
  /** Devices that work for the order now as `id:tenths,…` (the driver takes long over arrays); null when there are none. */
  devices: string | null;
  /** Whether any device that ever worked for the order is simulated; null before devices are allocated. */
  simulated: boolean | null;
}

const COLUMNS = `
  o.id, o.number, o.serial, o.package_id AS "packageId", p.name AS "packageName", o.status,
  o.amount_units AS "amountUnits", o.max_profit_units AS "maxProfitUnits", o.profit_balance_units AS "profitBalanceUnits",
  o.activation_fee_units AS "activationFeeUnits", o.mined_sat AS "minedSat",
  o.created_at AS "createdAt", o.activated_at AS "activatedAt", o.ended_at AS "endedAt", d.devices, d.simulated`;

const DEVICES = `
  LEFT JOIN LATERAL (
    SELECT string_agg(a.device_id || ':' || a.share_tenths, ',') FILTER (WHERE a.released_at IS NULL) AS devices,
           bool_or(v.simulated) AS simulated
      FROM allocation a JOIN device v ON v.id = a.device_id WHERE a.order_id = o.id) d ON true`;

// Ids are UUIDs of version 7: their order is the order of arrival, and they never tie.
/** $1 member, $2 statuses, $3 limit, $4 offset. */
export const LIST_ORDERS = `
  SELECT ${COLUMNS}, o.total
    FROM (SELECT *, (SELECT count(*) FROM miner_order WHERE member_id = $1 AND status = ANY ($2))::integer AS total
            FROM miner_order WHERE member_id = $1 AND status = ANY ($2) ORDER BY status = ${ENDED}, id DESC LIMIT $3 OFFSET $4) o
    JOIN miner_package p ON p.id = o.package_id ${DEVICES}
   ORDER BY o.status = ${ENDED}, o.id DESC`;

/** One page of the listed orders that the filter lets through, newest first and the ended ones last, and how many there are. */
export const listOrders = async (
  db: Db,
  memberId: bigint,
  { page, pageSize, filter = 'all' }: { page: number; pageSize: number; filter?: OrderFilter | undefined },
): Promise<{ rows: OrderRow[]; total: number }> => {
  const statuses = ORDER_FILTERS[filter];
  const { rows } = await db.query<OrderRow & { total: number }>({
    name: 'orders_of_member',
    text: LIST_ORDERS,
    values: [memberId, statuses, pageSize, pageOffset(page, pageSize)],
  });
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 };
  const counted = await db.query<{ total: number }>({
    name: 'order_count_of_member',
    text: 'SELECT count(*)::integer AS total FROM miner_order WHERE member_id = $1 AND status = ANY ($2)',
    values: [memberId, statuses],
  });
  return { rows, total: counted.rows[0]?.total ?? 0 };
};

export type LiveOrderRow = Pick<OrderRow, 'id' | 'serial' | 'status' | 'devices' | 'simulated'>;

/** All orders of a member that are live: activated or disconnected; newest first. Of a thousand orders each column counts. */
export const listLiveOrders = async (db: Db, memberId: bigint): Promise<LiveOrderRow[]> => {
  const { rows } = await db.query<LiveOrderRow>({
    name: 'live_orders_of_member',
    text: `SELECT o.id, o.serial, o.status, d.devices, d.simulated FROM miner_order o ${DEVICES}
            WHERE o.member_id = $1 AND ${IS_LIVE} ORDER BY o.id DESC`,
    values: [memberId],
  });
  return rows;
};

/** All orders of a member that wait for the activation alone, newest first. */
export const listReadyOrders = async (db: Db, memberId: bigint): Promise<OrderRow[]> => {
  const { rows } = await db.query<OrderRow>({
    name: 'ready_orders_of_member',
    text: `SELECT ${COLUMNS} FROM miner_order o JOIN miner_package p ON p.id = o.package_id ${DEVICES}
            WHERE o.member_id = $1 AND o.status = ${READY} ORDER BY o.id DESC`,
    values: [memberId],
  });
  return rows;
};

/** Only the member's own order; someone else's is as missing as none. */
export const findOrder = async (db: Db, memberId: bigint, orderId: string): Promise<OrderRow | null> => {
  const { rows } = await db.query<OrderRow>({
    name: 'order_of_member',
    text: `SELECT ${COLUMNS} FROM miner_order o JOIN miner_package p ON p.id = o.package_id ${DEVICES}
            WHERE o.member_id = $1 AND o.id = $2`,
    values: [memberId, orderId],
  });
  return rows[0] ?? null;
};

/** When one of the devices that work for an order answered last while it worked for it; null where none has. */
export const findLastAnswer = async (db: Db, orderId: string): Promise<Date | null> => {
  const { rows } = await db.query<{ at: Date | null }>({
    name: 'last_answer_of_order',
    text: `SELECT max(s.answered_at) AS at FROM miner_order o
             JOIN allocation a ON a.order_id = o.id AND a.released_at IS NULL
             JOIN device_state s ON s.device_id = a.device_id AND s.answered_at > greatest(o.activated_at, a.allocated_at)
            WHERE o.id = $1`,
    values: [orderId],
  });
  return rows[0]?.at ?? null;
};

export interface MovedRow {
  transferId: string;
  at: Date;
  walletName: string;
  units: bigint;
}

/** What was paid for an order, or what came back when it was cancelled, by wallet; nothing for a voucher's order. */
export const listMoved = async (
  db: Db,
  { id, memberId }: { id: string; memberId: bigint },
  kind: 'purchase' | 'refund',
): Promise<MovedRow[]> => {
  const { rows } = await db.query<MovedRow>({
    name: 'moved_for_order',
    text: `SELECT t.id AS "transferId", t.at, w.name AS "walletName", sum(p.amount)::bigint AS units
             FROM transfer t JOIN posting p ON p.transfer_id = t.id JOIN wallet_type w ON w.id = p.wallet_id
            WHERE t.member_id = $1 AND t.kind = $2 AND t.order_id = $3
            GROUP BY t.id, t.at, w.id, w.name ORDER BY w.id`,
    values: [memberId, kind, id],
  });
  return rows;
};

const packageIdsOf = (line: PackageLine): number[] =>
  MINER_PACKAGES.filter((known) => known.line === line).map(({ id }) => id);

// On-Queue: at most nine units of everybody queue at a time, so the rank is the n of n/10. Waiting: the place in the line's own queue.
const QUEUED = `
  SELECT ${COLUMNS},
         (SELECT coalesce(json_agg(json_build_object('walletName', w.name, 'units', y.units::text) ORDER BY w.id), '[]')
            FROM order_payment y JOIN wallet_type w ON w.id = y.wallet_id WHERE y.order_id = o.id) AS paid,
         (SELECT count(*) FROM miner_order q
           WHERE q.status IN (${ON_QUEUE}, ${WAITING_STOCK}) AND q.status = o.status AND q.place <= o.place
             AND (o.status = ${ON_QUEUE} OR (q.package_id = ANY ($2)) = (o.package_id = ANY ($2))))::integer AS place
    FROM miner_order o JOIN miner_package p ON p.id = o.package_id ${DEVICES}
   WHERE o.member_id = $1 AND o.status IN (${ON_QUEUE}, ${WAITING_STOCK})
   ORDER BY o.place, o.id`;

export type QueuedOrderRow = OrderRow & {
  /** What it was paid with, by wallet; nothing for a voucher's order. */
  paid: readonly { walletName: string; units: string }[];
  /** From 1: the position in the current group of ten, or the place in line for stock. */
  place: number;
};

/** The member's orders that queue for a group of ten or wait for stock, first in line first. */
export const listQueuedOrders = async (db: Db, memberId: bigint): Promise<QueuedOrderRow[]> => {
  const { rows } = await db.query<QueuedOrderRow>({
    name: 'queued_orders_of_member',
    text: QUEUED,
    values: [memberId, packageIdsOf('x2')],
  });
  return rows;
};
