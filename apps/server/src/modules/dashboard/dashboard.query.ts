import { ACTIVATED, DISCONNECTED, ENDED, LIVE_STATUSES, ON_QUEUE, WAITING_STOCK } from '@minerx/rules/order-status';
import { devicesPerUnit, MINER_PACKAGES, sharesTenths, WHOLE_DEVICE_TENTHS } from '@minerx/rules/miner-package';
import type { Pool } from 'pg';

/** Counts of a member's orders, and settled rewards in satoshi. */
export interface DashboardRow {
  /** Live shared units: each is a tenth of ten miners. */
  shared: number;
  /** Live whole miners: one for an own unit, ten for an X2, because its ten miners are whole ones. */
  own: number;
  queue: number;
  active: number;
  end: number;
  disconnect: number;
  totalMinedSat: bigint;
  yesterdaySat: bigint;
  /** Whether any settled reward came from simulated sources. */
  simulated: boolean;
}

const sharedIds = MINER_PACKAGES.filter(({ kind }) => kind === 'shared').map(({ id }) => id);

/** Whole miners of one unit, by package id; shared units have none. */
const wholeMiners = MINER_PACKAGES.filter(({ kind }) => sharesTenths(kind) === WHOLE_DEVICE_TENTHS)
  .map(({ id, kind }) => `WHEN ${id} THEN ${devicesPerUnit(kind)}`)
  .join(' ');

const live = LIVE_STATUSES.join(', ');

const SUMMARY = `
  SELECT o.*, r.*
    FROM (SELECT count(*) FILTER (WHERE status IN (${live}) AND package_id IN (${sharedIds.join(', ')}))::integer AS shared,
                 coalesce(sum(CASE package_id ${wholeMiners} ELSE 0 END) FILTER (WHERE status IN (${live})), 0)::integer AS own,
                 count(*) FILTER (WHERE status IN (${ON_QUEUE}, ${WAITING_STOCK}))::integer AS queue,
                 count(*) FILTER (WHERE status = ${ACTIVATED})::integer AS active,
                 count(*) FILTER (WHERE status = ${ENDED})::integer AS "end",
                 count(*) FILTER (WHERE status = ${DISCONNECTED})::integer AS disconnect
            FROM miner_order WHERE member_id = $1) o,
         (SELECT coalesce(sum(sat), 0)::bigint AS "totalMinedSat",
                 coalesce(sum(sat) FILTER (WHERE day = $2::date - 1), 0)::bigint AS "yesterdaySat",
                 coalesce(bool_or(simulated), false) AS simulated
            FROM reward WHERE member_id = $1) r`;

/** @param today `YYYY-MM-DD`, UTC. */
export const findDashboard = async (pool: Pool, memberId: bigint, today: string): Promise<DashboardRow> => {
  const { rows } = await pool.query<DashboardRow>({ name: 'dashboard', text: SUMMARY, values: [memberId, today] });
  return rows[0]!; // Aggregates always give a row.
};

/** BTC of each of the seven days before today, oldest first; days without rewards are zero. */
export const listWeek = async (
  pool: Pool,
  memberId: bigint,
  today: string,
): Promise<{ day: string; sat: bigint }[]> => {
  const { rows } = await pool.query<{ day: string; sat: bigint }>({
    name: 'week_of_member',
    text: `SELECT d.day::date AS day, coalesce(sum(r.sat), 0)::bigint AS sat
             FROM generate_series($2::date - 7, $2::date - 1, interval '1 day') AS d (day)
             LEFT JOIN reward r ON r.member_id = $1 AND r.day = d.day::date
            GROUP BY d.day ORDER BY d.day`,
    values: [memberId, today],
  });
  return rows;
};
