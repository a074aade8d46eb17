import {
  ACTIVATED,
  DISCONNECTED,
  ENDED,
  LIVE_STATUSES,
  ON_QUEUE,
  READY,
  WAITING_STOCK,
} from '@minerx/rules/order-status';
import { devicesPerUnit, MINER_PACKAGES, sharesTenths, WHOLE_DEVICE_TENTHS } from '@minerx/rules/miner-package';
import type { Db } from '../../db/transaction.ts';

/** Counts of a member's orders, and settled rewards in satoshi. */
export interface DashboardRow {
  /** Shares of live shared units: each unit is ten of them, a tenth of a miner each. */
  shared: number;
  /** Live whole miners: one for an own unit, ten for an X2, because its ten miners are whole ones. */
  own: number;
  queue: number;
  ready: number;
  active: number;
  end: number;
  disconnect: number;
  totalMinedSat: bigint;
  yesterdaySat: bigint;
  /** Whether any settled reward came from simulated sources. */
  simulated: boolean;
}

const live = LIVE_STATUSES.join(', ');

/** What one live order counts, by package id: the shares of a shared unit, the miners of a whole one. */
const countOf = (isWhole: boolean): string => {
  const cases = MINER_PACKAGES.filter(({ kind }) => (sharesTenths(kind) === WHOLE_DEVICE_TENTHS) === isWhole)
    .map(({ id, kind }) => `WHEN ${id} THEN ${devicesPerUnit(kind)}`)
    .join(' ');
  return `coalesce(sum(CASE package_id ${cases} ELSE 0 END) FILTER (WHERE status IN (${live})), 0)::integer`;
};

const SUMMARY = `
  SELECT o.*, r.*
    FROM (SELECT ${countOf(false)} AS shared,
                 ${countOf(true)} AS own,
                 count(*) FILTER (WHERE status IN (${ON_QUEUE}, ${WAITING_STOCK}))::integer AS queue,
                 count(*) FILTER (WHERE status = ${READY})::integer AS ready,
                 count(*) FILTER (WHERE status = ${ACTIVATED})::integer AS active,
                 count(*) FILTER (WHERE status = ${ENDED})::integer AS "end",
                 count(*) FILTER (WHERE status = ${DISCONNECTED})::integer AS disconnect,
                 coalesce(sum(mined_sat), 0)::bigint AS "totalMinedSat", coalesce(bool_or(mined_simulated), false) AS simulated
            FROM miner_order WHERE member_id = $1) o,
         (SELECT coalesce(sum(sat), 0)::bigint AS "yesterdaySat" FROM reward WHERE member_id = $1 AND day = $2::date - 1) r`;

/** @param today `YYYY-MM-DD`, UTC. */
export const findDashboard = async (db: Db, memberId: bigint, today: string): Promise<DashboardRow> => {
  const { rows } = await db.query<DashboardRow>({ name: 'dashboard', text: SUMMARY, values: [memberId, today] });
  return rows[0]!; // Aggregates always give a row.
};

/** BTC of each of the seven days before today, oldest first; days without rewards are zero. */
export const listWeek = async (db: Db, memberId: bigint, today: string): Promise<{ day: string; sat: bigint }[]> => {
  const { rows } = await db.query<{ day: string; sat: bigint }>({
    name: 'week_of_member',
    text: `SELECT d.day::date AS day, coalesce(sum(r.sat), 0)::bigint AS sat
             FROM generate_series($2::date - 7, $2::date - 1, interval '1 day') AS d (day)
             LEFT JOIN reward r ON r.member_id = $1 AND r.day = d.day::date
            GROUP BY d.day ORDER BY d.day`,
    values: [memberId, today],
  });
  return rows;
};

/** Of the seven days before today those that are not settled for some live orders of a member, with these orders. */
export const listWaitingOrders = async (
  db: Db,
  memberId: bigint,
  today: string,
): Promise<{ day: string; orderIds: string[] }[]> => {
  const { rows } = await db.query<{ day: string; orderIds: string[] }>({
    name: 'waiting_orders_of_member',
    text: `SELECT d.day::date AS day, array_agg(o.id) AS "orderIds"
             FROM generate_series($2::date - 7, $2::date - 1, interval '1 day') AS d (day)
             JOIN miner_order o ON o.member_id = $1 AND o.status = ANY ($3) AND o.activated_at < d.day::date + 1
            WHERE NOT EXISTS (SELECT FROM settlement_day s WHERE s.day = d.day::date AND s.state <> 'provisional')
              AND NOT EXISTS (SELECT FROM reward r WHERE r.order_id = o.id AND r.day = d.day::date)
            GROUP BY 1 ORDER BY 1`,
    values: [memberId, today, LIVE_STATUSES],
  });
  return rows;
};
