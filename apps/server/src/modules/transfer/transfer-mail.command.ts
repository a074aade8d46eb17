import { displayUnits } from '@minerx/rules/money';
import { maskedName } from '@minerx/rules/transfer';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { mailLanguage, queueMail } from '../mail/mail.store.ts';
import { makeFreezeLink } from '../member/security/freeze-link.store.ts';
import { getMemberToMail } from '../member/member.store.ts';
import { getSentTransfer } from './transfer.query.ts';

const DAY_MS = 86_400_000;

/**
 * Queues the letters about a transfer: the sender's with the link that freezes the account. The note stays in the app: a letter of
 * ours carries no words of others.
 */
export const sendTransferMails = async (context: Context, { id }: { id: string }): Promise<void> => {
  await inTransaction(context.pool, async (tx) => {
    const { senderId, receiverId, walletId, units, at } = await getSentTransfer(tx, id);
    const [sender, receiver] = [await getMemberToMail(tx, senderId), await getMemberToMail(tx, receiverId)];
    const { name: coin, precision } = walletById(walletId as WalletId);
    const now = new Date(context.expiryClock.now());
    const said = { amount: displayUnits(units, precision), coin, at: at.toISOString() };
    const common = (member: typeof sender) => ({
      language: mailLanguage(member.language),
      to: { name: member.fullName, address: member.email },
      usefulUntil: at.getTime() + DAY_MS,
    });
    const freezeUrl = await makeFreezeLink(context, tx, senderId, now);
    const out = { ...said, other: maskedName(receiver.fullName), freezeUrl };
    await queueMail(tx, { ...common(sender), template: 'transfer_sent', data: out }, now);
    const data = { ...said, other: maskedName(sender.fullName) };
    await queueMail(tx, { ...common(receiver), template: 'transfer_received', data }, now);
  });
  context.bus.publish('outbox', { topic: 'mail' });
};
