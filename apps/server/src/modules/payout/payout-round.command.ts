import type { Pool } from 'pg';
import type { Chain } from '../../outside/chain/port.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import { followPayouts, reconcilePayouts, type FollowDependencies } from './payout-follow.command.ts';
import { sendPayouts } from './payout-send.command.ts';
import type { SenderDependencies } from './payout-sign.command.ts';
import { confirmationsOf } from './payout.query.ts';
import { insertPayout, type NewPayout } from './payout.store.ts';

/** What is to be paid, as the noun knows it; where it is sent from is the wallet's. */
export type Payable = Pick<NewPayout, 'id' | 'kind' | 'memberId' | 'networkId' | 'intent'>;

/** Queues what is to be paid; what is queued already stays as it is. */
export const queuePayouts = async (
  { pool, clock }: Pick<SenderDependencies, 'pool' | 'clock'>,
  payables: readonly Payable[],
  { chainId, sender }: Pick<NewPayout, 'chainId' | 'sender'>,
): Promise<void> => {
  for (const payable of payables) await insertPayout(pool, { ...payable, chainId, sender, at: new Date(clock.now()) });
};

/** How many blocks make what is sent final, by network: asked once a round. */
export const confirmationsAsked = (pool: Pool): SenderDependencies['confirmations'] => {
  const known = new Map<number, Promise<number>>();
  return (networkId) => {
    const asked = known.get(networkId) ?? confirmationsOf(pool, networkId);
    known.set(networkId, asked);
    return asked;
  };
};

/** One round of the sender on each chain: what has a number moves on, what nobody could say is looked up, what waits is sent. */
export const runPayoutRound = async (dependencies: FollowDependencies, chains: readonly Chain[]): Promise<void> => {
  const { sender } = dependencies;
  for (const chain of chains) {
    try {
      await followPayouts(dependencies, chain);
      await reconcilePayouts(dependencies, chain);
      if (sender !== null) await sendPayouts({ ...dependencies, sender }, chain);
    } catch (error) {
      // One chain that does not answer keeps the others from nothing.
      if (!isOutsideFailure(error)) throw error;
      dependencies.log.warn({ job: 'payout', source: error.sourceId, err: error }, 'payouts wait: no answer');
    }
  }
};
