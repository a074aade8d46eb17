import { MINUTE_MS } from '@minerx/rules/duration';
import { networkById, type NetworkId } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import type { Context } from '../../context.ts';
import { movePayout } from '../../modules/payout/payout-end.command.ts';
import { estimate } from '../../modules/payout/payout-sign.command.ts';
import { planSweeps } from '../../modules/sweep/plan-sweeps.command.ts';
import type { Chain } from '../../outside/chain/port.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import type { Signer } from '../../outside/signer/port.ts';
import type { Job } from '../clock.ts';

/** What the planner works with. */
interface SweepWorld extends Pick<Context, 'pool' | 'clock' | 'random' | 'log' | 'funnel'> {
  readonly signer: Signer;
  readonly chains: ReadonlyMap<NetworkId, Chain>;
  /** Whose children the deposit addresses are. */
  readonly xpub: string | null;
}

/** Nothing where no signer or no chain is: what deposit addresses hold stays there. */
export const sweepJobs = (context: Context): Job[] => {
  const { signer, chains } = context.outside;
  if (signer === null || chains.size === 0) return [];
  const world = { ...context, signer, chains, xpub: context.env.depositKeys.evm };
  return [{ name: 'sweeps', everyMs: MINUTE_MS, firstAfterMs: 10_000, lease: true, run: () => sweepRound(world) }];
};

/** Plans what is moved to the hot wallet, where the signer has the keys of our deposit addresses. */
export const sweepRound = async (world: SweepWorld): Promise<void> => {
  const { signer, chains, xpub, log, funnel } = world;
  const { address: hot, xpub: signers } = await signer.describe();
  // With other keys it would sign for addresses that are nobody's.
  if (signers === null || signers !== xpub) return;
  const refuse = (id: string) => funnel.run(movePayout(id, PAYOUT_STATUS.FAILED, 'refused'));
  for (const [network, chain] of chains) {
    if (networkById(network).family !== 'evm') continue;
    try {
      await planSweeps({ ...world, hot, estimate, refuse }, chain);
    } catch (error) {
      if (!isOutsideFailure(error)) throw error;
      log.warn({ job: 'sweeps', source: error.sourceId, err: error }, 'no sweeps are planned: no answer');
    }
  }
};
