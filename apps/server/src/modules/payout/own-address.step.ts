import { addressBytes } from '@minerx/rules/chain-spelling';
import { NETWORK } from '@minerx/rules/network';
import type { Db } from '../../db/transaction.ts';
import { refuse } from '../../refusal.ts';
import { isOwnAddress } from './own-address.store.ts';

/**
 * Refuses an address that is a contract of a coin or collection, or a wallet of ours: what is sent there comes to nobody, the signer signs
 * none of it, and the books would see it leave and stay.
 * @param field of the body
 * @throws err_validation with err_withdrawal_address
 */
export const refuseOwnAddress = async (db: Db, address: string, field: string): Promise<void> => {
  const onTron = addressBytes(NETWORK.TRC20, address);
  if (await isOwnAddress(db, [address.toLowerCase(), ...(onTron === null ? [] : [onTron])]))
    refuse('err_validation', { fields: { [field]: 'err_withdrawal_address' } });
};
