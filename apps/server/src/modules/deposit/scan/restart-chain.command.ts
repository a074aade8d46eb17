import type { NetworkId } from '@minerx/rules/network';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { restartCursor, type KeptBlock } from '../deposit.store.ts';

/** For a simulated chain that was lost and made anew: it is read from a block on, and what had not been credited never will be. */
export const restartChain = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  network: NetworkId,
  block: KeptBlock,
): Promise<void> => inTransaction(pool, (tx) => restartCursor(tx, network, block, new Date(clock.now())));
