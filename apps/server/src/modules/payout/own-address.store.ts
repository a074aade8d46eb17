import type { Pool } from 'pg';
import type { Tx } from '../../db/transaction.ts';
import { refuse } from '../../refusal.ts';

/**
 * Refuses an address that is a contract of a coin or collection, or a wallet that we pay from: what is sent there comes to nobody, and the
 * signer signs none of it.
 * @param field of the body
 * @throws err_validation with err_withdrawal_address
 */
export const refuseOwnAddress = async (db: Pool | Tx, address: string, field: string): Promise<void> => {
  const { rows } = await db.query<{ own: boolean }>({
    name: 'own_address',
    text: `SELECT EXISTS (SELECT FROM asset_network WHERE lower(contract) = $1)
               OR EXISTS (SELECT FROM payout_wallet WHERE address = $1)
               OR EXISTS (SELECT FROM setting s, jsonb_each(s.value) c WHERE s.key = 'nft_collections' AND lower(c.value->>'address') = $1) AS own`,
    values: [address.toLowerCase()],
  });
  if (rows[0]!.own) refuse('err_validation', { fields: { [field]: 'err_withdrawal_address' } });
};
