import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { findDepositOption, listDepositOptions, type DepositOption } from './deposit-address.store.ts';

/** Every coin and network that value can come in on now. */
export const listOptions = (pool: Pool): Promise<DepositOption[]> => listDepositOptions(pool);

export const findOption = (
  pool: Pool,
  { walletId, network }: { walletId: WalletId; network: NetworkId },
): Promise<DepositOption | null> => findDepositOption(pool, walletId, network);
