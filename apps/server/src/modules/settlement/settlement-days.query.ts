import type { Pool } from 'pg';
import type { SettlementState } from './settlement.store.ts';

interface SettledDay {
  day: string;
  state: SettlementState;
  orders: number;
  sat: bigint;
  priceUnits: bigint;
  /** Share of the formula's worth that the pool paid, 1 where it paid all of it or more. */
  payoutShare: number;
  simulated: boolean;
  updatedAt: Date;
}

/** The newest days that a settlement has begun, newest first. */
export const listSettledDays = async (pool: Pool, count: number): Promise<SettledDay[]> => {
  const { rows } = await pool.query<SettledDay>(
    `SELECT s.day, s.state, r.orders::integer AS orders, coalesce(r.sat, 0)::bigint AS sat, s.price_units AS "priceUnits",
            (f.payout_numerator / f.payout_denominator)::float8 AS "payoutShare", s.simulated, s.updated_at AS "updatedAt"
       FROM (SELECT * FROM settlement_day ORDER BY day DESC LIMIT $1) s
       JOIN LATERAL (SELECT * FROM settlement_figures f WHERE f.day = s.day ORDER BY part DESC LIMIT 1) f ON true
       LEFT JOIN LATERAL (SELECT count(DISTINCT order_id) AS orders, sum(sat) AS sat FROM reward r WHERE r.day = s.day) r ON true
      ORDER BY s.day DESC`,
    [count],
  );
  return rows;
};
