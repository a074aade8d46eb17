import { lookEveryMs } from '@minerx/rules/deposit';
import { NETWORK } from '@minerx/rules/network';
import type { Context } from '../context.ts';
import { creditDeposits } from '../modules/deposit/credit-deposits.command.ts';
import { createDepositScan } from '../modules/deposit/deposit-scan.command.ts';
import { depositFamilyOf } from '../modules/deposit/deposit-key.ts';
import { listCreditable } from '../modules/deposit/kept-deposits.query.ts';
import type { WatchedChain } from '../outside/chain/port.ts';
import { watchedChains } from '../outside/outside.ts';
import { Refusal } from '../refusal.ts';
import type { Job } from './clock.ts';

type Dependencies = Pick<Context, 'pool' | 'clock' | 'random' | 'log' | 'funnel'>;

/** Stretches of a chain that was away for days are read one after the other, but the worker's stop does not wait for all of them. */
const STRETCHES_AT_ONCE = 50;

/** Credits what is final; gives how many commands did. Whoever is second finds nothing left to do. */
export const creditKeptDeposits = async ({ pool, funnel }: Pick<Dependencies, 'pool' | 'funnel'>): Promise<number> => {
  let credited = 0;
  await Promise.all(
    (await listCreditable(pool)).map(async (kept) => {
      try {
        await funnel.run(creditDeposits(kept));
        credited += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }),
  );
  return credited;
};

/** Follows a chain, and credits what has become final on it: as often as the chain's blocks come. */
const followChain = (context: Dependencies, chain: WatchedChain): (() => Promise<void>) => {
  const scan = createDepositScan(context, chain);
  return async () => {
    for (let stretch = 0; stretch < STRETCHES_AT_ONCE && (await scan.step()); stretch += 1);
    await creditKeptDeposits(context);
  };
};

/** One for each chain that something can come in on: one that does not answer holds up no other. */
export const depositJobs = (context: Dependencies & Pick<Context, 'outside'>): Job[] =>
  [...watchedChains(context.outside).values()]
    .filter(({ network }) => depositFamilyOf(network) !== null && network !== NETWORK.BEP721)
    .map((chain) => ({
      name: `deposits-${chain.network}`,
      everyMs: lookEveryMs(chain.network, chain.simulated),
      lease: true,
      run: followChain(context, chain),
    }));
