import type { NetworkId } from '@minerx/rules/network';
import { collectionOfCategory } from '@minerx/rules/nft-collection';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import type { Context } from '../context.ts';
import { failNftSending } from '../modules/nft/nft-sending.command.ts';
import { findNftWithdrawal, listSendableNfts } from '../modules/nft/nft.query.ts';
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

/** What the sender works with. */
export interface PayoutWorld extends Pick<Context, 'pool' | 'clock' | 'log' | 'funnel'> {
  readonly signer: Signer;
  readonly chains: ReadonlyMap<NetworkId, Chain>;
}

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
  const dependencies = { pool, clock, log, signer, endings: endingsOf(world), confirmations, ...extra };
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
const endingsOf = ({ pool, funnel }: PayoutWorld): PayoutEndings => {
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
