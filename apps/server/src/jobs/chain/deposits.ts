import { MINUTE_MS } from '@minerx/rules/duration';
import { lookEveryMs } from '@minerx/rules/block-time';
import type { Context } from '../../context.ts';
import type { DepositKeys } from '../../env/env-chains.ts';
import { creditDeposits } from '../../modules/deposit/credit-deposits.command.ts';
import { createDepositScan } from '../../modules/deposit/scan/deposit-scan.command.ts';
import { depositFamilyOf } from '../../modules/deposit/deposit-key.ts';
import { listBorneOut, listCreditable, type KeptDeposits } from '../../modules/deposit/kept-deposits.query.ts';
import type { BlockRef, WatchedChain } from '../../outside/chain/port.ts';
import { watchedChains } from '../../outside/outside.ts';
import { Refusal } from '../../refusal.ts';
import type { Job } from '../clock.ts';

type Dependencies = Pick<Context, 'pool' | 'clock' | 'random' | 'log' | 'funnel'>;

/** Stretches of a chain that was away for days are read one after the other, but the worker's stop does not wait for all of them. */
const STRETCHES_AT_ONCE = 50;

/** What a chain did not bear out is asked about again after this time. */
const DOUBTED_MS = MINUTE_MS;
/** Under a head that has been read everything is where it was, but for what operators and other processes changed: that is looked for less often. */
const SAME_HEAD_MS = 10_000;
/** Members credited at once: each is a few questions to the chain. */
const TOGETHER = 8;

interface Crediting extends Pick<Dependencies, 'pool' | 'funnel' | 'clock' | 'log'> {
  readonly depositKeys: DepositKeys;
  /** Deposits that the chain did not bear out, and when they were asked about. */
  readonly doubted: Map<string, number>;
}

/** Credits what is final and borne out by its chain; gives how many commands did. Whoever is second finds nothing left to do. */
export const creditKeptDeposits = async (crediting: Crediting, chain: WatchedChain): Promise<number> => {
  const { pool, clock, doubted } = crediting;
  const since = clock.now() - DOUBTED_MS;
  for (const [id, at] of doubted) if (at <= since) doubted.delete(id);
  let credited = 0;
  const waiting = (await listCreditable(pool, chain.network)).values();
  const lane = async (): Promise<void> => {
    for (const kept of waiting) {
      const ids = kept.ids.filter((id) => !doubted.has(id));
      if (ids.length > 0) credited += await creditOne(crediting, chain, { ...kept, ids });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: TOGETHER }, lane));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return credited;
};

const creditOne = async (crediting: Crediting, chain: WatchedChain, kept: KeptDeposits): Promise<number> => {
  const { pool, funnel, depositKeys, clock, log, doubted } = crediting;
  const ids = await listBorneOut(pool, { chain, depositKeys }, kept);
  for (const id of kept.ids.filter((each) => !ids.includes(each))) {
    doubted.set(id, clock.now());
    log.error({ network: kept.network, deposit: id }, 'a kept deposit is not what its chain tells');
  }
  const credit = async (some: readonly string[]): Promise<number> => {
    try {
      await funnel.run(creditDeposits({ ...kept, ids: some }));
      return 1;
    } catch (error) {
      if (error instanceof Refusal) return 0;
      if (some.length === 1)
        log.error({ network: kept.network, deposit: some[0], err: error }, 'a deposit cannot be credited');
      throw error;
    }
  };
  if (ids.length === 0) return 0;
  try {
    return await credit(ids);
  } catch (error) {
    if (ids.length === 1) throw error;
    // One that cannot be credited keeps no other of the member's from it.
    const each = await Promise.allSettled(ids.map((id) => credit([id])));
    return each.filter(({ status }) => status === 'fulfilled').length;
  }
};

/** Follows a network, and credits what has become final on it, where its chain has another head than it had. */
const followNetwork = (
  context: Dependencies & Pick<Context, 'env'>,
  chain: WatchedChain,
): ((told: BlockRef) => Promise<void>) => {
  const scan = createDepositScan(context, chain);
  const crediting = { ...context, depositKeys: context.env.depositKeys, doubted: new Map<string, number>() };
  let read = { hash: '', until: 0 };
  return async (told) => {
    let head = told;
    if (head.hash === read.hash && context.clock.now() < read.until) return;
    let more = await scan.step(head);
    for (let stretch = 1; more && stretch < STRETCHES_AT_ONCE; stretch += 1) {
      // By now it is old, and what stands behind the cursor may be on another branch.
      head = await chain.head();
      more = await scan.step(head);
    }
    await creditKeptDeposits(crediting, chain);
    if (!more) read = { hash: head.hash, until: context.clock.now() + SAME_HEAD_MS };
  };
};

/** One for each chain that something can come in on: one that does not answer holds up no other. Networks on one chain have one head. */
export const depositJobs = (context: Dependencies & Pick<Context, 'env' | 'outside'>): Job[] => {
  const watched = [...watchedChains(context.outside).values()].filter(
    ({ network }) => depositFamilyOf(network) !== null,
  );
  return [...Map.groupBy(watched, ({ chainId }) => chainId).values()].map((chains) => {
    const [first] = chains as [WatchedChain];
    const networks = chains.map((chain) => followNetwork(context, chain));
    return {
      name: `deposits-${chains.map(({ network }) => network).join('-')}`,
      everyMs: lookEveryMs(first.network, first.simulated),
      lease: true,
      run: async () => {
        const head = await first.head();
        const ended = await Promise.allSettled(networks.map((follow) => follow(head)));
        for (const each of ended) if (each.status === 'rejected') throw each.reason;
      },
    };
  });
};
