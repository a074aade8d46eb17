import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db } from '../../db/transaction.ts';
import { findDepositOption, listDepositOptions, type DepositOption } from './deposit-address.store.ts';

/** Every coin and network that value can come in on now. */
export const listOptions = (db: Db): Promise<DepositOption[]> => listDepositOptions(db);

export const findOption = (
  db: Db,
  { walletId, network }: { walletId: WalletId; network: NetworkId },
): Promise<DepositOption | null> => findDepositOption(db, walletId, network);
