import type { Db } from '../../db/transaction.ts';
import { settingSql } from '../setting/setting.query.ts';
import { readSetting } from '../setting/setting.ts';

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

interface DaySettings {
  /** That holds on the day. */
  poolFeePpm: number;
  /** How far above the pool's figure a device is believed. */
  luckBandPpm: number;
  /** How far the formula may be from what the pool paid before operators are told. */
  formulaBandPpm: number;
}

export const findDaySettings = async (db: Db, day: string): Promise<DaySettings> => {
  const { rows } = await db.query<{ fee: number | null; setting: unknown; band: unknown; formula: unknown }>(
    `SELECT (SELECT fee_ppm FROM pool_fee WHERE from_day <= $1 ORDER BY from_day DESC LIMIT 1) AS fee,
            ${settingSql('pool_fee_ppm')} AS setting,
            ${settingSql('luck_band_ppm')} AS band,
            ${settingSql('formula_band_ppm')} AS formula`,
    [day],
  );
  const { fee, setting, band, formula } = rows[0]!;
  return {
    poolFeePpm: fee ?? readSetting('pool_fee_ppm', setting),
    luckBandPpm: readSetting('luck_band_ppm', band),
    formulaBandPpm: readSetting('formula_band_ppm', formula),
  };
};
