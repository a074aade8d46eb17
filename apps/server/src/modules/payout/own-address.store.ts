import type { Db } from '../../db/transaction.ts';
import { settingSql } from '../setting/setting.query.ts';

/**
 * Whether an address is a contract of a coin or collection, or a wallet of ours.
 * @param spellings of it, in small letters
 */
export const isOwnAddress = async (db: Db, spellings: readonly string[]): Promise<boolean> => {
  const { rows } = await db.query<{ own: boolean }>({
    name: 'own_address',
    text: `SELECT EXISTS (SELECT FROM asset_network WHERE lower(contract) = ANY($1::text[]))
               OR EXISTS (SELECT FROM payout_wallet WHERE address = ANY($1))
               OR EXISTS (SELECT FROM cold_wallet WHERE address = ANY($1))
               OR EXISTS (SELECT FROM hand_wallet WHERE address = ANY($1))
               OR EXISTS (SELECT FROM jsonb_each(${settingSql('nft_collections')}) c WHERE lower(c.value->>'address') = ANY($1)) AS own`,
    values: [spellings],
  });
  return rows[0]!.own;
};
