import type { DayList } from '@minerx/contract/operator/settlement';
import type { Db } from '../../../db/transaction.ts';
import type { SettlementState } from '../settlement.store.ts';

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
export const listSettledDays = async (db: Db, count: number): Promise<SettledDay[]> => {
  const { rows } = await db.query<SettledDay>(
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

/** A day as it stands in the list of days. */
export interface ListedDay {
  day: string;
  /** `waiting`: nothing is fixed of it yet. */
  state: SettlementState | 'waiting';
  since: Date | null;
  priceUnits: bigint | null;
  payoutSat: bigint | null;
  payoutShare: number | null;
  /** The whole fleet's work by the formula; null: the day is not summed up yet, and nobody was told that both are far apart. */
  formulaSat: bigint | null;
  /** Devices that the pool had told nothing of when the shares were made. */
  openDevices: number;
  /** How often the payout was put right after the first. */
  corrections: number;
  /** What was paid after it was settled, and how many machines the pool filled or cut; null: the day is not summed up yet. */
  correctedSat: bigint | null;
  outliers: number | null;
  /** That operators were told how far formula and payout are apart. */
  far: boolean;
  simulated: boolean;
}

const LISTED = `SELECT s.day, s.state, s.updated_at AS since, s.price_units AS "priceUnits", f.payout_sat AS "payoutSat", f.part AS corrections, f.open_devices AS "openDevices",
            (f.payout_numerator / f.payout_denominator)::float8 AS "payoutShare", s.simulated,
            u.correction_sat AS "correctedSat", u.outlying AS outliers, coalesce(u.formula_sat, a.formula_sat) AS "formulaSat", a.day IS NOT NULL AS far`;
const IN_FORCE =
  'JOIN LATERAL (SELECT * FROM settlement_figures f WHERE f.day = s.day ORDER BY part DESC LIMIT 1) f ON true LEFT JOIN settlement_summary u ON u.day = s.day LEFT JOIN settlement_alarm a ON a.day = s.day AND a.payout_part = f.payout_part';

/** Days that a settlement has begun, newest first, before one. */
export const listDayPage = async (
  db: Db,
  list: DayList,
  before: string | null,
  limit: number,
): Promise<ListedDay[]> => {
  const { rows } = await db.query<ListedDay>(
    `${LISTED} FROM settlement_day s ${IN_FORCE}
      WHERE ($1::date IS NULL OR s.day < $1)
        AND CASE $3::text WHEN 'open' THEN s.state = 'provisional'
                          WHEN 'corrected' THEN s.state = 'correcting' OR u.correction_sat > 0
                          WHEN 'far' THEN a.day IS NOT NULL
                          ELSE true END
      ORDER BY s.day DESC LIMIT $2`,
    [before, limit, list],
  );
  return rows;
};

export const findListedDay = async (db: Db, day: string): Promise<ListedDay | null> => {
  const { rows } = await db.query<ListedDay>(`${LISTED} FROM settlement_day s ${IN_FORCE} WHERE s.day = $1`, [day]);
  return rows[0] ?? null;
};
