import type { Db } from '../../db/transaction.ts';
import { PRICE_DOUBTED } from './price.ledger.ts';

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

export const LIST_WALLET_TYPES = `
  SELECT id, name, precision, price_units AS "priceUnits", price_at AS "priceAt", price_source AS "priceSource",
         price_simulated AS "priceSimulated", ${PRICE_DOUBTED} AS "priceDoubted"
    FROM wallet_type ORDER BY id`;

/** All wallet types in order of position (id − 1). */
export const listWalletTypes = async (db: Db): Promise<WalletTypeRow[]> => {
  const { rows } = await db.query<WalletTypeRow>({
    name: 'wallet_types',
    text: LIST_WALLET_TYPES,
  });
  return rows;
};
