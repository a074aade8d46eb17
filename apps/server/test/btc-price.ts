import { WALLET } from '@minerx/rules/wallet';
import type { Pool } from 'pg';

/** The market tells BTC's price, with its history as every price has; the same as before when none is named. */
export const tellBtcPrice = (pool: Pool, at: number, priceUnits: bigint | null = null): Promise<unknown> =>
  pool.query(
    `WITH told AS (UPDATE wallet_type SET price_units = coalesce($2, price_units), price_at = $3 WHERE id = $1
                   RETURNING id, price_at, price_units, price_source, price_simulated)
     INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated) SELECT * FROM told ON CONFLICT DO NOTHING`,
    [WALLET.BTC, priceUnits, new Date(at)],
  );
