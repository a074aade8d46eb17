import type { Pool } from 'pg';
import { DEFAULT_POOL_FEE_PPM } from '../telemetry/telemetry.query.ts';

type Db = Pick<Pool, 'query'>;

export const DEFAULT_LUCK_BAND_PPM = 100_000;

export interface PoolPayout {
  part: number;
  rewardSat: bigint;
  simulated: boolean;
}

/** What the pool paid for a day as it is known now. */
export const findPoolPayout = async (db: Db, day: string): Promise<PoolPayout | null> => {
  const { rows } = await db.query<PoolPayout>(
    'SELECT part, reward_sat AS "rewardSat", simulated FROM pool_payout WHERE day = $1 ORDER BY part DESC LIMIT 1',
    [day],
  );
  return rows[0] ?? null;
};

const ppm = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1_000_000 ? value : otherwise;

/** The pool fee that holds on a day, and how far above the pool's figure a device is believed. */
export const findDaySettings = async (db: Db, day: string): Promise<{ poolFeePpm: number; luckBandPpm: number }> => {
  const { rows } = await db.query<{ fee: number | null; setting: unknown; band: unknown }>(
    `SELECT (SELECT fee_ppm FROM pool_fee WHERE from_day <= $1 ORDER BY from_day DESC LIMIT 1) AS fee,
            (SELECT value FROM setting WHERE key = 'pool_fee_ppm') AS setting,
            (SELECT value FROM setting WHERE key = 'luck_band_ppm') AS band`,
    [day],
  );
  const { fee, setting, band } = rows[0]!;
  return {
    poolFeePpm: fee ?? ppm(setting, DEFAULT_POOL_FEE_PPM),
    luckBandPpm: ppm(band, DEFAULT_LUCK_BAND_PPM),
  };
};
