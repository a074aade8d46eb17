import type { Pool } from 'pg';
import type { Stretch } from './day-work.ts';

type Db = Pick<Pool, 'query'>;

/** What a day is settled by; fixed when the day is first settled, so that orders which wait are settled by the same. */
export interface SettlementDay {
  day: string;
  state: 'provisional' | 'settled';
  stretches: Stretch[];
  poolFeePpm: number;
  priceUnits: bigint;
  priceAt: Date;
  payout: { numerator: bigint; denominator: bigint };
  /** Whether network, market or pool are simulated. */
  simulated: boolean;
}

export const findSettlementDay = async (db: Db, day: string): Promise<SettlementDay | null> => {
  const { rows } = await db.query<{
    state: 'provisional' | 'settled';
    segments: Stretch[];
    poolFeePpm: number;
    priceUnits: bigint;
    priceAt: Date;
    numerator: string;
    denominator: string;
    simulated: boolean;
  }>(
    `SELECT state, segments, pool_fee_ppm AS "poolFeePpm", price_units AS "priceUnits", price_at AS "priceAt",
            payout_numerator AS numerator, payout_denominator AS denominator, simulated FROM settlement_day WHERE day = $1`,
    [day],
  );
  const row = rows[0];
  if (row === undefined) return null;
  const { segments, numerator, denominator, ...rest } = row;
  return {
    day,
    ...rest,
    stretches: segments,
    payout: { numerator: BigInt(numerator), denominator: BigInt(denominator) },
  };
};

export const insertSettlementDay = async (db: Db, row: SettlementDay): Promise<void> => {
  await db.query(
    `INSERT INTO settlement_day (day, state, segments, pool_fee_ppm, price_units, price_at, payout_numerator, payout_denominator, simulated)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.day,
      row.state,
      JSON.stringify(row.stretches),
      row.poolFeePpm,
      row.priceUnits,
      row.priceAt,
      row.payout.numerator,
      row.payout.denominator,
      row.simulated,
    ],
  );
};

export const setSettlementState = async (db: Db, day: string, state: SettlementDay['state']): Promise<void> => {
  await db.query('UPDATE settlement_day SET state = $2, updated_at = now() WHERE day = $1', [day, state]);
};

/** The operator's own record stays when there is one. */
export const insertPoolPayout = async (
  db: Db,
  payout: { day: string; rewardSat: bigint; source: string; simulated: boolean },
): Promise<void> => {
  await db.query(
    'INSERT INTO pool_payout (day, reward_sat, source, simulated) VALUES ($1, $2, $3, $4) ON CONFLICT (day) DO NOTHING',
    [payout.day, payout.rewardSat, payout.source, payout.simulated],
  );
};

export const insertPoolWorkerDays = async (
  db: Db,
  day: string,
  workers: readonly { serial: string; hashes: bigint }[],
  simulated: boolean,
): Promise<number> => {
  const { rowCount } = await db.query(
    `INSERT INTO pool_worker_day (day, device_id, hashes, simulated)
     SELECT $1, d.id, w.hashes, $4 FROM unnest($2::text[], $3::numeric[]) AS w (serial, hashes) JOIN device d ON d.serial = w.serial
     ON CONFLICT (day, device_id) DO NOTHING`,
    [day, workers.map(({ serial }) => serial), workers.map(({ hashes }) => hashes), simulated],
  );
  return rowCount ?? 0;
};
