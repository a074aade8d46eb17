import type { Db } from '../../db/transaction.ts';

/** A minute's close that is believed. */
export interface BelievedClose {
  /** Begin of the minute. */
  at: Date;
  priceUnits: bigint;
  /** What the second source closed at. */
  secondUnits: bigint;
}

interface CloseSources {
  symbol: string;
  source: string;
  second: string;
  simulated: boolean;
}

/** Keeps closes; one that is kept already stays as it is. */
export const insertCloses = async (
  db: Db,
  { symbol, source, second, simulated }: CloseSources,
  closes: readonly BelievedClose[],
): Promise<void> => {
  await db.query(
    `INSERT INTO market_close (symbol, at, price_units, source, simulated, confirmed_by, confirmed_price_units)
     SELECT $1, k.at, k.price_units, $5, $6, $7, k.second
       FROM unnest($2::timestamptz[], $3::bigint[], $4::bigint[]) AS k (at, price_units, second) ON CONFLICT (symbol, at) DO NOTHING`,
    [
      symbol,
      closes.map(({ at }) => at),
      closes.map(({ priceUnits }) => priceUnits),
      closes.map(({ secondUnits }) => secondUnits),
      source,
      simulated,
      second,
    ],
  );
};
