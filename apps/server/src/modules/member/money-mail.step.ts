import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transaction.ts';
import { takeMailShare } from '../mail/held-mails.store.ts';
import {
  mailLanguage,
  queueMail,
  TOLD_TOGETHER,
  type MailData,
  type QueuedMail,
  type ToldTogether,
} from '../mail/mail.store.ts';
import { makeFreezeLink } from './security/freeze-link.step.ts';
import { getMemberToMail } from './member.store.ts';

type MoneyTemplate =
  | 'deposit_credited'
  | 'transfer_sent'
  | 'transfer_received'
  | 'swap_done'
  | 'withdrawal_event'
  | 'nft_event'
  | 'held_mails';

/** What moved a member's money. */
type MoneyMail = {
  [T in MoneyTemplate]: { template: T; data: Omit<MailData[T], 'freezeUrl'>; usefulUntil: number };
}[MoneyTemplate];

const isToldTogether = (template: MoneyTemplate): template is ToldTogether =>
  TOLD_TOGETHER.some((each) => each === template);

/**
 * Queues the mail about something that moved a member's money: in the member's language, with a link that freezes the account. Those that
 * only tell have a budget of the hour, so that nobody's mails delay another's.
 * After the commit: `bus.publish('outbox', { topic: 'mail' })`.
 */
export const queueMoneyMail = async (
  context: Pick<Context, 'random' | 'env' | 'expiryClock' | 'vault'>,
  tx: Tx,
  memberId: bigint,
  { template, data, usefulUntil }: MoneyMail,
): Promise<void> => {
  const now = new Date(context.expiryClock.now());
  if (isToldTogether(template) && !(await takeMailShare(tx, memberId, template, now.getTime()))) return;
  const { fullName, email, language } = await getMemberToMail(tx, memberId);
  const freezeUrl = await makeFreezeLink(context, tx, memberId, now);
  const mail = {
    template,
    language: mailLanguage(language),
    to: { name: fullName, address: email },
    data: { ...data, freezeUrl },
    usefulUntil,
  };
  await queueMail(context.vault, tx, mail as QueuedMail, now);
};
