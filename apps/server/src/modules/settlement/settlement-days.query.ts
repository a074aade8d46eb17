import type { Pool } from 'pg';

export interface SettledDay {
  day: string;
  state: 'provisional' | 'settled';
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
    `SELECT s.day, s.state, count(r.order_id)::integer AS orders, coalesce(sum(r.sat), 0)::bigint AS sat, s.price_units AS "priceUnits",
            (s.payout_numerator / s.payout_denominator)::float8 AS "payoutShare", s.simulated, s.updated_at AS "updatedAt"
       FROM settlement_day s LEFT JOIN reward r ON r.day = s.day GROUP BY s.day ORDER BY s.day DESC LIMIT $1`,
    [count],
  );
  return rows;
};
