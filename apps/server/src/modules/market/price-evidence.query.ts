import type { Db } from '../../db/transaction.ts';
import { BTC_SYMBOL } from '@minerx/rules/price-band';
import { confirmedCloseSql } from '../wallet/price.ledger.ts';

/** The close of the last minute that was over and that the second source bore out; null when none is of the day before. */
export const findConfirmedClose = async (db: Db, before: number): Promise<bigint | null> => {
  const { rows } = await db.query<{ price_units: bigint }>(confirmedCloseSql('$1::timestamptz'), [new Date(before)]);
  return rows[0]?.price_units ?? null;
};

/** Begin of the last minute whose close is kept; null when none is. */
export const findLastMinute = async (db: Db): Promise<Date | null> => {
  const { rows } = await db.query<{ at: Date | null }>('SELECT max(at) AS at FROM market_close WHERE symbol = $1', [
    BTC_SYMBOL,
  ]);
  return rows[0]?.at ?? null;
};

/** A close that money was or may be valued by, with where it comes from. */
export interface ClosePrice {
  priceUnits: bigint;
  /** The pair, `BTCUSDT`. */
  symbol: string;
  /** End of the minute. */
  at: Date;
  source: string;
  /** The second source that bore it out. */
  confirmedBy: string;
  simulated: boolean;
}

const CLOSE = `SELECT price_units AS "priceUnits", symbol, at + interval '1 minute' AS at, source, confirmed_by AS "confirmedBy", simulated
                 FROM market_close`;

/** The latest kept close that ended in the five minutes before a moment, and that the second source bore out. */
export const findCloseBefore = async (db: Db, at: Date): Promise<ClosePrice | null> => {
  const { rows } = await db.query<ClosePrice>(
    `${CLOSE} WHERE symbol = $1 AND confirmed_by IS NOT NULL AND at < $2 AND at + interval '1 minute' BETWEEN $2::timestamptz - interval '5 minutes' AND $2
      ORDER BY at DESC LIMIT 1`,
    [BTC_SYMBOL, at],
  );
  return rows[0] ?? null;
};

/** Confirmed closes of the five minutes before and after the minute that ended at a moment, without itself. */
export const listClosesAround = async (db: Db, at: Date): Promise<bigint[]> => {
  const { rows } = await db.query<{ priceUnits: bigint }>(
    `SELECT price_units AS "priceUnits" FROM market_close
      WHERE symbol = $1 AND confirmed_by IS NOT NULL AND at <> $2::timestamptz - interval '1 minute'
        AND at BETWEEN $2::timestamptz - interval '6 minutes' AND $2::timestamptz + interval '4 minutes'`,
    [BTC_SYMBOL, at],
  );
  return rows.map(({ priceUnits }) => priceUnits);
};
