import { WALLET } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { settingSql } from '../setting/setting.query.ts';

/** A wallet type as members see it: what it is and what it is worth now. */
export interface WalletTypeRow {
  id: number;
  name: string;
  precision: number;
  priceUnits: bigint;
  priceAt: Date;
  priceSource: string;
  priceSimulated: boolean;
  /** The market tells another price, which is not believed. */
  priceDoubted: boolean;
}

/** Of a row of `wallet_type`: only BTC follows a market. */
export const PRICE_DOUBTED = `(id = ${WALLET.BTC} AND coalesce(${settingSql('btc_price_doubt')} <> 'null', false))`;

export const LIST_WALLET_TYPES = `
  SELECT id, name, precision, price_units AS "priceUnits", price_at AS "priceAt", price_source AS "priceSource",
         price_simulated AS "priceSimulated", ${PRICE_DOUBTED} AS "priceDoubted"
    FROM wallet_type ORDER BY id`;

/** All wallet types in order of position (id − 1). */
export const listWalletTypes = async (pool: Pool): Promise<WalletTypeRow[]> => {
  const { rows } = await pool.query<WalletTypeRow>({
    name: 'wallet_types',
    text: LIST_WALLET_TYPES,
  });
  return rows;
};
