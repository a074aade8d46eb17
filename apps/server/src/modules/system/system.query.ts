import { WALLET } from '@minerx/rules/wallet';
import type { Db } from '../../db/transaction.ts';

export interface SourceRow {
  /** Any registered device that answers for a simulated fleet. */
  devicesSimulated: boolean;
  btcPriceUnits: bigint;
  btcPriceAt: Date;
  btcPriceSource: string;
  btcPriceSimulated: boolean;
}

export const findSources = async (db: Db): Promise<SourceRow | null> => {
  const { rows } = await db.query<SourceRow>({
    name: 'sources',
    text: `SELECT EXISTS (SELECT FROM device WHERE simulated AND retired_at IS NULL) AS "devicesSimulated",
                  price_units AS "btcPriceUnits", price_at AS "btcPriceAt", price_source AS "btcPriceSource", price_simulated AS "btcPriceSimulated"
             FROM wallet_type WHERE id = ${WALLET.BTC}`,
  });
  return rows[0] ?? null;
};
