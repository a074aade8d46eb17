import { formatUnits, unitsOf } from '@minerx/rules/money';
import { NFT_CATEGORIES, nftName, type NftRarity } from '@minerx/rules/nft-collection';
import { canMoveNft, isSendable, NFT_STATUS, type NftStatus } from '@minerx/rules/nft-status';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import type { Json } from '../../ledger/command.ts';
import { refuse } from '../../refusal.ts';
import { changeSettings } from '../setting/setting.step.ts';
import {
  findFreeNftForUpdate,
  findNftForUpdate,
  findWithdrawalForUpdate,
  giveNft,
  queueNftMail,
  setNftStatus,
  setWithdrawalHash,
} from './nft.store.ts';
import type { NftReviewer } from './nft-review.command.ts';

type Dependencies = Pick<Context, 'pool' | 'clock'>;

/** A token by its number, or any free one of a category. */
export type NftChoice = { readonly token: number } | { readonly category: NftRarity };

const categoryIdOf = (rarity: NftRarity): number => NFT_CATEGORIES.find(({ name }) => name === rarity)!.id;

const audited = <T>(
  { pool, clock }: Dependencies,
  work: (tx: Tx, at: Date, note: (action: string, subject: string, detail: Json) => Promise<void>) => Promise<T>,
  { actor, reason }: NftReviewer,
): Promise<T> =>
  inTransaction(pool, (tx) => {
    const at = new Date(clock.now());
    return work(tx, at, (action, subject, detail) => appendAudit(tx, at, [{ actor, action, subject, reason, detail }]));
  });

/**
 * Gives a token that nobody holds to a member, ready to withdraw. Gives its number.
 * @throws err_not_found when there is no such token or the category is given out, err_conflict when somebody holds it.
 */
export const issueNft = (
  dependencies: Dependencies,
  memberId: bigint,
  choice: NftChoice,
  by: NftReviewer,
): Promise<{ id: string; token: number }> =>
  audited(
    dependencies,
    async (tx, at, note) => {
      const found =
        'token' in choice
          ? await findNftForUpdate(tx, choice.token)
          : await findFreeNftForUpdate(tx, categoryIdOf(choice.category));
      const nft = found ?? refuse('err_not_found');
      if (nft.memberId !== null) refuse('err_conflict');
      await giveNft(tx, nft.id, memberId, NFT_STATUS.READY, at);
      await note('nft.issue', `nft:${nft.id}`, { name: nftName(nft.token), member: memberId.toString() });
      return { id: nft.id, token: nft.token };
    },
    by,
  );

/**
 * Lets an item that was kept back be asked for again.
 * @throws err_not_found, err_nft_status
 */
export const releaseNft = (dependencies: Dependencies, token: number, by: NftReviewer): Promise<void> =>
  audited(
    dependencies,
    async (tx, _, note) => {
      const nft = (await findNftForUpdate(tx, token)) ?? refuse('err_not_found');
      const isKept = nft.status === NFT_STATUS.REJECTED && canMoveNft(nft.status as NftStatus, NFT_STATUS.READY);
      if (!isKept) refuse('err_nft_status');
      await setNftStatus(tx, nft.id, NFT_STATUS.READY);
      await note('nft.release', `nft:${nft.id}`, { name: nftName(token) });
    },
    by,
  );

/**
 * Notes the transaction that sent an approved item; a wrong one can be replaced, and the audit log keeps both.
 * @throws err_not_found, err_nft_status; err_conflict when the worker sends it
 */
export const recordNftHash = (
  dependencies: Dependencies,
  withdrawalId: string,
  hash: string,
  by: NftReviewer,
): Promise<void> =>
  audited(
    dependencies,
    async (tx, at, note) => {
      const withdrawal = (await findWithdrawalForUpdate(tx, withdrawalId)) ?? refuse('err_not_found');
      if (!isSendable(withdrawal)) refuse('err_nft_status');
      // What the worker sends, it alone tells of.
      if (withdrawal.hasPayout) refuse('err_conflict');
      await setWithdrawalHash(tx, withdrawalId, hash);
      if (withdrawal.txHash === null) await queueNftMail(tx, withdrawalId, 'sent', at);
      await note('nft.hash', `nft-withdrawal:${withdrawalId}`, { before: withdrawal.txHash, after: hash });
    },
    by,
  );

interface NftSettings {
  /** USDT as decimal text. */
  readonly fee?: string;
  /** Categories that need two operators. */
  readonly twoOperators?: readonly NftRarity[];
}

/** Sets the fee of withdrawals to come, or the categories that two operators must approve. */
export const setNftTerms = async (
  context: Dependencies & Pick<Context, 'bus'>,
  { fee, twoOperators }: NftSettings,
  { actor, reason }: NftReviewer,
): Promise<void> => {
  await changeSettings(context, ['nft_withdraw_fee', 'nft_two_operators'], {
    actor,
    action: 'nft.terms',
    reason,
    change: () => ({
      ...(fee !== undefined && { nft_withdraw_fee: formatUnits(unitsOf(fee)) }),
      ...(twoOperators !== undefined && { nft_two_operators: twoOperators }),
    }),
  });
};
