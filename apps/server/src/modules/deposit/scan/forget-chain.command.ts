import type { NetworkId } from '@minerx/rules/network';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { forgetNetworks } from '../deposit.store.ts';

/**
 * For a simulated chain that began anew: where we were on the one before is forgotten, and what had not been credited never will be.
 * @returns whether one before was known.
 */
export const forgetChains = ({ pool }: Pick<Context, 'pool'>, networks: readonly NetworkId[]): Promise<boolean> =>
  inTransaction(pool, (tx) => forgetNetworks(tx, networks));
