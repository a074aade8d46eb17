import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { ADVISORY_LOCK, lockAlone } from '../../db/advisory-locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refusal.ts';
import { deriveAddress, depositFamilyOf, depositNetworksOf } from './deposit-key.ts';
import { findDepositAddress, findDepositOption, insertDepositAddresses, takeChild } from './deposit-address.store.ts';

type Dependencies = Pick<Context, 'pool' | 'env' | 'clock'>;

/**
 * A member's own address on a network: the same at every call. Its child number is taken once, under a lock, and never given to
 * anybody else. It is given out on all networks of its family at once: what is sent on the wrong one of them is found there and is the
 * member's as well. None is shown before the network is watched.
 * @throws err_deposit_unavailable where the coin cannot be deposited on the network now.
 */
export const requireDepositAddress = async (
  { pool, env, clock }: Dependencies,
  memberId: bigint,
  { walletId, network }: { walletId: WalletId; network: NetworkId },
): Promise<string> => {
  const option = await findDepositOption(pool, walletId, network);
  const family = depositFamilyOf(network);
  const key = family && env.depositKeys[family];
  if (option === null || !option.enabled || !option.watched || family === null || key === null)
    return refuse('err_deposit_unavailable');
  const known = await findDepositAddress(pool, memberId, network);
  // What the key does not make, nobody could credit: a row that says otherwise is not shown.
  if (known !== null)
    return known.address === (await deriveAddress(family, key, known.child))
      ? known.address
      : refuse('err_deposit_unavailable');
  return inTransaction(pool, async (tx) => {
    await lockAlone(tx, ADVISORY_LOCK.depositAddress);
    const child = await takeChild(tx, memberId, family);
    const address = await deriveAddress(family, key, child);
    const networks = depositNetworksOf(family);
    await insertDepositAddresses(tx, { memberId, networks, address, child, at: new Date(clock.now()) });
    return (await findDepositAddress(tx, memberId, network))!.address;
  });
};
