import type { Db } from '../../db/transaction.ts';
import { refuse } from '../../refusal.ts';
import { isOwnAddress } from './own-address.store.ts';

/**
 * Refuses an address that is a contract of a coin or collection, or a wallet that we pay from: what is sent there comes to nobody, and the
 * signer signs none of it.
 * @param field of the body
 * @throws err_validation with err_withdrawal_address
 */
export const refuseOwnAddress = async (db: Db, address: string, field: string): Promise<void> => {
  if (await isOwnAddress(db, address.toLowerCase()))
    refuse('err_validation', { fields: { [field]: 'err_withdrawal_address' } });
};
