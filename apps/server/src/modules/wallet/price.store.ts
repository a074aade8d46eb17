import type { Db, Tx } from '../../db/transaction.ts';

/** Sets a price by an operator's word, with history. Gives the one before. */
export const setPrice = async (tx: Tx, walletId: number, priceUnits: bigint, at: Date): Promise<bigint> => {
  const { rows } = await tx.query<{ price: bigint }>(
    'SELECT price_units AS price FROM wallet_type WHERE id = $1 FOR UPDATE',
    [walletId],
  );
  const values = [walletId, priceUnits, at];
  await tx.query(
    `UPDATE wallet_type SET price_units = $2, price_at = $3, price_source = 'operator', price_simulated = false WHERE id = $1`,
    values,
  );
  await tx.query(
    `INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated) VALUES ($1, $3, $2, 'operator', false)`,
    values,
  );
  return rows[0]?.price ?? 0n;
};

export interface MarketPrice {
  readonly walletId: number;
  readonly priceUnits: bigint;
  readonly at: Date;
  readonly source: string;
  readonly simulated: boolean;
}

/** Takes a market's price, with history, unless a newer one stands there: null then. */
export const takeMarketPrice = async (
  db: Db,
  { walletId, priceUnits, at, source, simulated }: MarketPrice,
): Promise<{ changed: boolean } | null> => {
  const { rows } = await db.query<{ changed: boolean }>(
    `WITH before AS (SELECT price_units FROM wallet_type WHERE id = $1),
       taken AS (
         UPDATE wallet_type SET price_units = $2, price_at = $3, price_source = $4, price_simulated = $5
          WHERE id = $1 AND (price_at < $3 OR (price_at = $3 AND price_units = $2))
         RETURNING id, price_at, price_units, price_source, price_simulated),
       kept AS (
         INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated) SELECT * FROM taken ON CONFLICT (wallet_id, at) DO NOTHING)
     SELECT before.price_units <> taken.price_units AS changed FROM before, taken`,
    [walletId, priceUnits, at, source, simulated],
  );
  return rows[0] ?? null;
};
