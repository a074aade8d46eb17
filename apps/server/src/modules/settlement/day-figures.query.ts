import type { Pool } from 'pg';
import { settingSql } from '../setting/setting.query.ts';
import { readSetting } from '../setting/setting.ts';

type Db = Pick<Pool, 'query'>;

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

/** The pool fee that holds on a day, and how far above the pool's figure a device is believed. */
export const findDaySettings = async (db: Db, day: string): Promise<{ poolFeePpm: number; luckBandPpm: number }> => {
  const { rows } = await db.query<{ fee: number | null; setting: unknown; band: unknown }>(
    `SELECT (SELECT fee_ppm FROM pool_fee WHERE from_day <= $1 ORDER BY from_day DESC LIMIT 1) AS fee,
            ${settingSql('pool_fee_ppm')} AS setting,
            ${settingSql('luck_band_ppm')} AS band`,
    [day],
  );
  const { fee, setting, band } = rows[0]!;
  return {
    poolFeePpm: fee ?? readSetting('pool_fee_ppm', setting),
    luckBandPpm: readSetting('luck_band_ppm', band),
  };
};
