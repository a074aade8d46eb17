import type { Db } from '../../db/transaction.ts';
import { settingSql } from '../setting/setting.query.ts';

/** Whether an address, in small letters, is a contract of a coin or collection, or a wallet that we pay from. */
export const isOwnAddress = async (db: Db, address: string): Promise<boolean> => {
  const { rows } = await db.query<{ own: boolean }>({
    name: 'own_address',
    text: `SELECT EXISTS (SELECT FROM asset_network WHERE lower(contract) = $1)
               OR EXISTS (SELECT FROM payout_wallet WHERE address = $1)
               OR EXISTS (SELECT FROM jsonb_each(${settingSql('nft_collections')}) c WHERE lower(c.value->>'address') = $1) AS own`,
    values: [address],
  });
  return rows[0]!.own;
};
