import type { Db } from '../../db/transaction.ts';
import type { MarketPair } from '../../ports.ts';

/** The pairs in the order in which they are shown. */
export const listMarketSymbols = async (db: Db): Promise<MarketPair[]> => {
  const { rows } = await db.query<MarketPair>({
    name: 'market_symbols',
    text: `SELECT name, currency, precision, lot_size_units AS "lotSizeUnits", highlight FROM market_symbol ORDER BY position`,
  });
  return rows;
};
