import type { Db } from '../../db/transaction.ts';
import { settingSql } from '../setting/setting.query.ts';
import { readSetting, type DoubtedPrice } from '../setting/setting.ts';

export const PRICE_BAND = 'price_band_ppm';
export const PRICE_DOUBT = 'btc_price_doubt';

interface PriceSettings {
  bandPpm: number;
  doubted: DoubtedPrice | null;
}

/** How far a price may be off, and which one is not believed now. */
export const readPriceSettings = async (db: Db): Promise<PriceSettings> => {
  const { rows } = await db.query<{ band: unknown; doubted: unknown }>(
    `SELECT ${settingSql(PRICE_BAND)} AS band, ${settingSql(PRICE_DOUBT)} AS doubted`,
  );
  return { bandPpm: readSetting(PRICE_BAND, rows[0]?.band), doubted: readSetting(PRICE_DOUBT, rows[0]?.doubted) };
};
