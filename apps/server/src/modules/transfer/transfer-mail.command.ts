import { exactUnits } from '@minerx/rules/money';
import { maskedName } from '@minerx/rules/transfer';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { getMemberToMail } from '../member/member.store.ts';
import { queueMoneyMail } from '../member/money-mail.step.ts';
import { getSentTransfer } from './transfer.query.ts';

/** Queues the mails about a transfer. The note stays in the app: a mail of ours carries no words of others. */
export const sendTransferMails = async (context: Context, transferId: string): Promise<void> => {
  await inTransaction(context.pool, async (tx) => {
    const { senderId, receiverId, walletId, units, at } = await getSentTransfer(tx, transferId);
    const [sender, receiver] = [await getMemberToMail(tx, senderId), await getMemberToMail(tx, receiverId)];
    const { name: coin, precision } = walletById(walletId as WalletId);
    const about = (other: string) => ({
      data: { amount: exactUnits(units, precision), coin, at: at.toISOString(), other: maskedName(other) },
    });
    await queueMoneyMail(context, tx, senderId, { template: 'transfer_sent', ...about(receiver.fullName) });
    await queueMoneyMail(context, tx, receiverId, { template: 'transfer_received', ...about(sender.fullName) });
  });
  context.bus.publish('outbox', { topic: 'mail' });
};
