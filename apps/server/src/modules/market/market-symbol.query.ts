import type { Pool } from 'pg';

/** A pair that the product follows. */
export interface MarketSymbolRow {
  /** Upper case, `BTCUSDT`. */
  name: string;
  currency: string;
  precision: number;
  lotSizeUnits: bigint;
  highlight: boolean;
}

/** The pairs in the order in which they are shown. */
export const listMarketSymbols = async (pool: Pool): Promise<MarketSymbolRow[]> => {
  const { rows } = await pool.query<MarketSymbolRow>({
    name: 'market_symbols',
    text: `SELECT name, currency, precision, lot_size_units AS "lotSizeUnits", highlight FROM market_symbol ORDER BY position`,
  });
  return rows;
};
