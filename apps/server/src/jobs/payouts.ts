import type { NetworkId } from '@minerx/rules/network';
import { collectionOfCategory } from '@minerx/rules/nft-collection';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { Counter } from 'prom-client';
import type { Context } from '../context.ts';
import { failNftSending } from '../modules/nft/nft-sending.command.ts';
import { findNftWithdrawal, listSendableNfts } from '../modules/nft/nft.query.ts';
import { reconcilePayouts } from '../modules/payout/payout-follow.command.ts';
import { movePayout, withPayout } from '../modules/payout/payout-end.command.ts';
import {
  confirmationsAsked,
  queuePayouts,
  runPayoutRound,
  type Payable,
} from '../modules/payout/payout-round.command.ts';
import type { PayoutCause, PayoutEndings, SenderDependencies } from '../modules/payout/payout-sign.command.ts';
import { getSetting } from '../modules/setting/setting.query.ts';
import type { Chain } from '../outside/chain/port.ts';
import type { Signer } from '../outside/signer/port.ts';
import { Refusal } from '../refusal.ts';
import type { Job } from './clock.ts';

/** What the sender works with. */
export interface PayoutWorld extends Pick<Context, 'pool' | 'clock' | 'log' | 'funnel'> {
  readonly signer: Signer;
  readonly chains: ReadonlyMap<NetworkId, Chain>;
}

const SECOND = 1000;

/** Nothing where no signer or no chain is: approved withdrawals wait for operators' hands then. */
export const payoutJobs = (context: Context): Job[] => {
  const { signer, chains } = context.outside;
  if (signer === null || chains.size === 0) return [];
  const { pool, clock, log, funnel, metrics } = context;
  const refusals = new Counter({
    name: 'payout_signer_refusals_total',
    help: 'What the signer refused by its own policy, by reason.',
    labelNames: ['code'],
    registers: [metrics],
  });
  const world = { pool, clock, log, funnel, signer, chains };
  const countRefusal = (code: string): void => refusals.inc({ code });
  const run = (): Promise<void> => payoutRound(world, { countRefusal });
  return [{ name: 'payout', everyMs: SECOND, lease: true, run }];
};

type Extra = Pick<SenderDependencies, 'countRefusal' | 'checkpoint'>;

const QUEUED_AT_ONCE = 200;

const { CONFIRMED, FAILED, ERRORED } = PAYOUT_STATUS;

/** Approved withdrawals become payouts, and payouts move on; one round. */
export const payoutRound = async (world: PayoutWorld, extra: Extra = {}): Promise<void> => {
  const { pool, clock, log, signer, chains } = world;
  const { address: sender } = await signer.describe();
  const payables = await listPayables(world);
  for (const [networkId, chain] of chains) {
    const own = payables.filter((payable) => payable.networkId === networkId);
    await queuePayouts(world, own, { chainId: chain.chainId, sender });
  }
  const confirmations = confirmationsAsked(pool);
  const dependencies = { sender, pool, clock, log, signer, endings: endingsOf(world), confirmations, ...extra };
  // Networks on one chain share its numbers, so they are worked off as one.
  await runPayoutRound(dependencies, [
    ...new Map([...chains.values()].map((chain) => [chain.chainId, chain])).values(),
  ]);
};

const listPayables = async ({ pool }: PayoutWorld): Promise<Payable[]> => {
  const [collections, nfts] = await Promise.all([
    getSetting(pool, 'nft_collections'),
    listSendableNfts(pool, QUEUED_AT_ONCE),
  ]);
  return nfts.flatMap(({ id, memberId, network, token, categoryId, address }): Payable[] => {
    const contract = collections[collectionOfCategory(categoryId)]?.address.toLowerCase();
    if (contract === undefined) return [];
    const intent = { kind: 'safeTransferFrom', contract, to: address.toLowerCase(), tokenId: BigInt(token) } as const;
    return [{ id, kind: 'nft', memberId, networkId: network, intent }];
  });
};

/** What the ends of payouts do to what they pay: in one transaction with the payout's own. */
const endingsOf = ({ pool, funnel }: Pick<PayoutWorld, 'pool' | 'funnel'>): PayoutEndings => {
  const run = async (command: Parameters<PayoutWorld['funnel']['run']>[0]): Promise<void> => {
    try {
      await funnel.run(command);
    } catch (error) {
      // Another process, or an operator, was quicker.
      if (!(error instanceof Refusal) || error.code !== 'err_conflict') throw error;
    }
  };
  return {
    confirmed: ({ id }) => run(movePayout(id, CONFIRMED)),
    errored: ({ id }) => run(movePayout(id, ERRORED)),
    failed: async (payout, cause) => {
      if (payout.kind !== 'nft') return run(movePayout(payout.id, FAILED, cause));
      const withdrawal = (await findNftWithdrawal(pool, payout.id))!;
      return run(withPayout(failNftSending(withdrawal, nftCause(cause)), payout.id, FAILED, cause));
    },
  };
};

/** What a member is told: that the address takes none, or that it cannot be sent now. */
const nftCause = (cause: PayoutCause): 'address' | 'collection' => (cause === 'replaced' ? 'collection' : 'address');

/** Asks the chains about one errored payout, for an operator. */
export const reconcileNow = async (
  world: Pick<PayoutWorld, 'pool' | 'log' | 'funnel' | 'chains'>,
  id: string,
): Promise<void> => {
  const { pool, log, chains } = world;
  const dependencies = { pool, log, endings: endingsOf(world), confirmations: confirmationsAsked(pool) };
  for (const chain of onePerChain(chains)) await reconcilePayouts(dependencies, chain, id);
};

/** Networks on one chain share its numbers, so they are worked off as one. */
const onePerChain = (chains: PayoutWorld['chains']): Chain[] => [
  ...new Map([...chains.values()].map((chain) => [chain.chainId, chain])).values(),
];
