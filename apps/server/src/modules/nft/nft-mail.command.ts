import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { nftName } from '@minerx/rules/nft-collection';
import type { NftRejectionCause, NftWithdrawalEvent } from '@minerx/rules/nft-status';
import { NFT_USUAL_HOURS } from '@minerx/rules/nft-withdrawal';
import { CLEARING_HOURS } from '@minerx/rules/withdrawal';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { queueMoneyMail } from '../member/money-mail.step.ts';
import { noteNotices, tellNotices } from '../notice/notice.step.ts';
import { findNftWithdrawal } from './nft.query.ts';

/** As it stands in the outbox. */
export interface NftNews {
  readonly id: string;
  readonly event: NftWithdrawalEvent;
}

/** Tells a member what became of the withdrawal of an NFT: by mail, and in a notice where it was not the member's own doing. */
export const sendNftMail = async (context: Context, { id, event }: NftNews, at: Date): Promise<void> => {
  const withdrawal = await findNftWithdrawal(context.pool, id);
  if (withdrawal === null) throw new Error(`There is no NFT withdrawal ${id} to tell of.`);
  const data = {
    event,
    nft: nftName(withdrawal.token),
    network: networkLabel(withdrawal.network),
    address: withdrawal.address,
    hash: withdrawal.txHash,
    cause: withdrawal.cause as NftRejectionCause | null,
    fee: formatUnits(withdrawal.feeUnits),
    hours: event === 'errored' ? CLEARING_HOURS : NFT_USUAL_HOURS,
    at: at.toISOString(),
  };
  const mail = { template: 'nft_event', data } as const;
  const { memberId } = withdrawal;
  const noted = await inTransaction(context.pool, async (tx) => {
    await queueMoneyMail(context, tx, memberId, mail);
    if (event === 'asked' || event === 'cancelled') return [];
    const kind = `nft_${event}` as const;
    const told = { kind, event: `${kind} ${id} ${data.at}`, about: id, label: data.nft, at };
    return noteNotices(context, tx, [{ memberId, ...told }]);
  });
  tellNotices(context, noted);
  context.bus.publish('outbox', { topic: 'mail' });
};
