import { DAY_MS } from '@minerx/rules/duration';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transaction.ts';
import { takeMailShare } from '../mail/held-mails.store.ts';
import { TOLD_TOGETHER, type ToldTogether } from '../mail/mail.store.ts';
import { queueAccountMail, type AccountMail } from './account-mail.step.ts';
import { getMemberToMail } from './member.store.ts';

type MoneyTemplate =
  | 'deposit_credited'
  | 'transfer_sent'
  | 'transfer_received'
  | 'swap_done'
  | 'moved'
  | 'adjusted'
  | 'withdrawal_event'
  | 'nft_event'
  | 'held_mails';

const isToldTogether = (template: MoneyTemplate): template is MoneyTemplate & ToldTogether =>
  TOLD_TOGETHER.some((each) => each === template);

/** What lies days behind in a demo was lived before it began: nobody is told. Elsewhere no event of money is too old to be told. */
export const isPastOfDemo = ({ env, expiryClock }: Pick<Context, 'env' | 'expiryClock'>, at: Date): boolean =>
  env.mode === 'demo' && expiryClock.now() > at.getTime() + DAY_MS;

/**
 * Queues the mail about something that moved a member's money. Those that only tell have a budget of the hour, so that nobody's mails
 * delay another's. After the commit: `bus.publish('outbox', { topic: 'mail' })`.
 */
export const queueMoneyMail = async (
  context: Pick<Context, 'random' | 'env' | 'expiryClock' | 'vault'>,
  tx: Tx,
  memberId: bigint,
  mail: AccountMail<MoneyTemplate>,
  notBefore?: Date,
): Promise<void> => {
  if (isPastOfDemo(context, new Date('at' in mail.data ? mail.data.at : mail.data.until))) return;
  const now = new Date(context.expiryClock.now());
  if (isToldTogether(mail.template) && !(await takeMailShare(tx, memberId, mail.template, now.getTime()))) return;
  await queueAccountMail(context, tx, await getMemberToMail(tx, memberId), mail, now, notBefore);
};
