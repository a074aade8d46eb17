import { checksummed } from '@minerx/rules/evm-address';
import type { NetworkId } from '@minerx/rules/network';
import { tokenOfUnits } from '@minerx/rules/deposit';
import { collectionOfCategory } from '@minerx/rules/nft-collection';
import { MINUTE_MS } from '@minerx/rules/duration';
import { COMPARED_WITHIN_MINUTES, PAYOUT_STATUS } from '@minerx/rules/payout';
import { Counter } from 'prom-client';
import type { Context } from '../../context.ts';
import { confirmNftSending, failNftSending, markNftErrored } from '../../modules/nft/nft-sending.command.ts';
import { findNftWithdrawal, listSendableNfts } from '../../modules/nft/nft.query.ts';
import { listSendableColdMovements } from '../../modules/hot-wallet/cold-movement.query.ts';
import { reconcilePayouts } from '../../modules/payout/payout-follow.command.ts';
import { ownerOf } from '../../modules/payout/payout-send.command.ts';
import { isAnythingToPay } from '../../modules/payout/payout.query.ts';
import { PAYOUT_ACTOR } from '../../modules/payout/payout.ledger.ts';
import { movePayout, withPayout } from '../../modules/payout/payout-end.command.ts';
import {
  confirmationsAsked,
  queuePayouts,
  runPayoutRound,
  type Payable,
} from '../../modules/payout/payout-round.command.ts';
import type { PayoutCause, PayoutEndings, SenderDependencies } from '../../modules/payout/payout-sign.command.ts';
import {
  confirmSent,
  failWithoutSending,
  markErrored,
  markSent,
} from '../../modules/withdrawal/withdrawal-payout.command.ts';
import { listSendableWithdrawals, listUntoldWithdrawals } from '../../modules/withdrawal/withdrawal.query.ts';
import { listReconciliations } from '../../modules/reconciliation/reconciliation.query.ts';
import { bookSweep } from '../../modules/sweep/book-sweep.command.ts';
import { findSweep } from '../../modules/sweep/sweep.query.ts';
import { getSetting } from '../../modules/setting/setting.query.ts';
import type { Chain } from '../../outside/chain/port.ts';
import { SIGNING_REFUSALS, type Signer } from '../../outside/signer/port.ts';
import { Refusal, refuse } from '../../refusal.ts';
import type { Job } from '../clock.ts';

/** What the sender works with. */
export interface PayoutWorld extends Pick<Context, 'pool' | 'clock' | 'log' | 'funnel'> {
  readonly signer: Signer;
  readonly chains: ReadonlyMap<NetworkId, Chain>;
}

const SECOND = 1000;

/** Nothing where no signer or no chain is: what is approved waits then, its age tells operators, and they give it back. */
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
  // From the start: what begins at one has not risen for whoever watches it.
  for (const code of SIGNING_REFUSALS) refusals.inc({ code }, 0);
  const world = { pool, clock, log, funnel, signer, chains };
  const countRefusal = (code: string): void => refusals.inc({ code });
  const networks = [...chains.keys()];
  const run = async (): Promise<void> => {
    if (await isAnythingToPay(pool, networks))
      await payoutRound(world, { countRefusal, isCompared: await comparedLately(world) });
  };
  return [{ name: 'payout', everyMs: SECOND, lease: true, run }];
};

type Extra = Pick<SenderDependencies, 'countRefusal' | 'checkpoint' | 'isCompared'>;

/** A network that was never compared is not either. */
const comparedLately = async ({ pool, clock }: PayoutWorld): Promise<SenderDependencies['isCompared']> => {
  const since = clock.now() - COMPARED_WITHIN_MINUTES * MINUTE_MS;
  const compared = (await listReconciliations(pool)).filter(({ at }) => at.getTime() >= since);
  return (networkId) => compared.some((each) => each.networkId === networkId);
};

const QUEUED_AT_ONCE = 200;

const { CONFIRMED, FAILED, ERRORED } = PAYOUT_STATUS;

/** Approved withdrawals become payouts, and payouts move on; one round. What has left is followed while nobody signs, too. */
export const payoutRound = async (world: PayoutWorld, extra: Extra = {}): Promise<void> => {
  const { pool, clock, log, signer, chains } = world;
  await tellSent(world);
  const [described] = await Promise.allSettled([signer.describe()]);
  const sender = described.status === 'fulfilled' ? described.value.address : null;
  if (sender !== null) await queueApproved(world, sender);
  const confirmations = confirmationsAsked(pool);
  const dependencies = { sender, pool, clock, log, signer, endings: endingsOf(world), confirmations, ...extra };
  await runPayoutRound(dependencies, onePerChain(chains));
  if (described.status === 'rejected') throw described.reason;
};

const queueApproved = async (world: PayoutWorld, sender: string): Promise<void> => {
  const payables = await listPayables(world);
  for (const [networkId, chain] of world.chains) {
    const own = payables.filter((payable) => payable.networkId === networkId);
    await queuePayouts(world, own, { chainId: chain.chainId, sender });
  }
};

const listPayables = async ({ pool, chains }: PayoutWorld): Promise<Payable[]> => {
  const [collections, nfts, coins] = await Promise.all([
    getSetting(pool, 'nft_collections'),
    listSendableNfts(pool, QUEUED_AT_ONCE),
    listSendableWithdrawals(pool, [...chains.keys()], QUEUED_AT_ONCE),
  ]);
  const items = nfts.flatMap(({ id, memberId, network, token, categoryId, address }): Payable[] => {
    const contract = collections[collectionOfCategory(categoryId)]?.address.toLowerCase();
    if (contract === undefined) return [];
    const intent = { kind: 'safeTransferFrom', contract, to: address.toLowerCase(), tokenId: BigInt(token) } as const;
    return [{ id, kind: 'nft', memberId, networkId: network, intent }];
  });
  const cold = (await listSendableColdMovements(pool, [...chains.keys()])).map((movement): Payable => {
    const { id, networkId, units, address: to, contract, decimals } = movement;
    const intent = { kind: 'transfer', contract, to, amount: tokenOfUnits(units, decimals) } as const;
    return { id, kind: 'cold', memberId: null, networkId, intent };
  });
  const transfers = coins.map(({ id, memberId, networkId, amountUnits, decimals, ...coin }): Payable => {
    const [contract, to] = [coin.contract.toLowerCase(), coin.address.toLowerCase()];
    const intent = { kind: 'transfer', contract, to, amount: tokenOfUnits(amountUnits, decimals) } as const;
    return { id, kind: 'withdrawal', memberId, networkId, intent };
  });
  return [...items, ...transfers, ...cold];
};

type Books = Pick<PayoutWorld, 'pool' | 'funnel' | 'chains'>;

/** Another process or an operator was quicker, or payouts are frozen: the next round sees. */
const NOT_NOW = ['err_conflict', 'err_payouts_frozen'];

const runner =
  ({ funnel }: Books) =>
  async (command: Parameters<PayoutWorld['funnel']['run']>[0]): Promise<void> => {
    try {
      await funnel.run(command);
    } catch (error) {
      if (!(error instanceof Refusal) || !NOT_NOW.includes(error.code)) throw error;
    }
  };

const by = (reason: string) => ({ actor: PAYOUT_ACTOR, reason });

/** Members are told what is on its way. */
const tellSent = async (world: Books): Promise<void> => {
  const run = runner(world);
  for (const { id, hash } of await listUntoldWithdrawals(world.pool, QUEUED_AT_ONCE))
    await run(markSent(id, hash, by('Told to the chain')));
};

const PROOFS: Readonly<Record<PayoutCause, string>> = {
  refused: 'The contract or the signer refuses it, so nothing was signed',
  reverted: 'Its transaction is final and has failed',
  replaced: 'A final transaction of another kind has its number',
};

/** What the ends of payouts do to what they pay: in one transaction with the payout's own. */
const endingsOf = (world: Books): PayoutEndings => {
  const run = runner(world);
  return {
    confirmed: async ({ id, kind, networkId, intent }, hash) => {
      if (kind === 'sweep') {
        const sweep = (await findSweep(world.pool, id))!;
        return run(withPayout(bookSweep(id, networkId as NetworkId, sweep), id, CONFIRMED));
      }
      if (kind === 'nft' && intent.kind === 'safeTransferFrom') {
        const chain = world.chains.get(networkId as NetworkId);
        const owner = chain === undefined ? null : await ownerOf(chain, intent.contract, intent.tokenId);
        const withdrawal = (await findNftWithdrawal(world.pool, id))!;
        const confirm = confirmNftSending(withdrawal, owner === null ? null : checksummed(owner));
        return run(withPayout(confirm, id, CONFIRMED));
      }
      if (kind !== 'withdrawal') return run(movePayout(id, CONFIRMED));
      return run(withPayout(confirmSent(id, by('Final on the chain'), hash), id, CONFIRMED));
    },
    errored: async ({ id, kind }) => {
      if (kind === 'nft') {
        const withdrawal = (await findNftWithdrawal(world.pool, id)) ?? refuse('err_not_found');
        return run(withPayout(markNftErrored(withdrawal), id, ERRORED));
      }
      if (kind !== 'withdrawal') return run(movePayout(id, ERRORED));
      return run(withPayout(markErrored(id, by('Its number is used and nothing of ours is found')), id, ERRORED));
    },
    failed: async ({ id, kind }, cause) => {
      if (kind === 'nft') {
        const withdrawal = (await findNftWithdrawal(world.pool, id)) ?? refuse('err_not_found');
        return run(withPayout(failNftSending(withdrawal, causeOf(cause, 'collection')), id, FAILED, cause));
      }
      if (kind !== 'withdrawal') return run(movePayout(id, FAILED, cause));
      return run(withPayout(failWithoutSending(id, causeOf(cause, 'network'), by(PROOFS[cause])), id, FAILED, cause));
    },
  };
};

/** What a member is told: that the address takes none, which was found out before anything was signed, or that it did not take place. */
const causeOf = <C extends string>(cause: PayoutCause, otherwise: C): 'address' | C =>
  cause === 'refused' ? 'address' : otherwise;

/** Asks the chains about one errored payout, for an operator. */
export const reconcileNow = async (
  world: Pick<PayoutWorld, 'pool' | 'clock' | 'log' | 'funnel' | 'chains'>,
  id: string,
): Promise<void> => {
  const { pool, clock, log, chains } = world;
  const dependencies = { pool, clock, log, endings: endingsOf(world), confirmations: confirmationsAsked(pool) };
  for (const chain of onePerChain(chains)) await reconcilePayouts(dependencies, chain, id);
};

/** Networks on one chain share its numbers, so they are worked off as one. */
const onePerChain = (chains: PayoutWorld['chains']): Chain[] => [
  ...new Map([...chains.values()].map((chain) => [chain.chainId, chain])).values(),
];
