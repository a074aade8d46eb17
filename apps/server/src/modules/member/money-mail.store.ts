import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transaction.ts';
import { mailLanguage, queueMail, type MailData, type QueuedMail } from '../mail/mail.store.ts';
import { makeFreezeLink } from './security/freeze-link.store.ts';
import { getMemberToMail } from './member.store.ts';

type MoneyTemplate =
  | 'deposit_credited'
  | 'transfer_sent'
  | 'transfer_received'
  | 'swap_done'
  | 'withdrawal_event'
  | 'nft_event';

/** What moved a member's money. */
type MoneyMail = {
  [T in MoneyTemplate]: { template: T; data: Omit<MailData[T], 'freezeUrl'>; usefulUntil: number };
}[MoneyTemplate];

/**
 * Queues the letter about something that moved a member's money: in the member's language, with a link that freezes the account.
 * After the commit: `bus.publish('outbox', { topic: 'mail' })`.
 */
export const queueMoneyMail = async (
  context: Pick<Context, 'random' | 'env' | 'expiryClock'>,
  tx: Tx,
  memberId: bigint,
  { template, data, usefulUntil }: MoneyMail,
): Promise<void> => {
  const { fullName, email, language } = await getMemberToMail(tx, memberId);
  const now = new Date(context.expiryClock.now());
  const freezeUrl = await makeFreezeLink(context, tx, memberId, now);
  const mail = {
    template,
    language: mailLanguage(language),
    to: { name: fullName, address: email },
    data: { ...data, freezeUrl },
    usefulUntil,
  };
  await queueMail(tx, mail as QueuedMail, now);
};
