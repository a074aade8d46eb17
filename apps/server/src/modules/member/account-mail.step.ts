import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transaction.ts';
import { mailbox, queueMail, type MailData, type QueuedMail } from '../mail/mail.store.ts';
import type { MemberToMail } from './member.store.ts';
import { makeFreezeLink } from './security/freeze-link.step.ts';

/** Those with a link that freezes the account. */
type AccountTemplate = {
  [T in keyof MailData]: MailData[T] extends { freezeUrl: string } ? T : never;
}[keyof MailData];

/** What was done in an account, its guard or its money. */
export type AccountMail<Template extends AccountTemplate = AccountTemplate> = {
  [T in Template]: { template: T; data: Omit<MailData[T], 'freezeUrl'>; wanted?: QueuedMail['wanted'] };
}[Template];

/**
 * Queues the mail about something that was done in a member's account: in the member's language, with a link by which whoever gets it
 * freezes the account. After the commit: `bus.publish('outbox', { topic: 'mail' })`.
 */
export const queueAccountMail = async (
  { random, env, vault }: Pick<Context, 'random' | 'env' | 'vault'>,
  tx: Tx,
  member: MemberToMail,
  { template, data, ...wanted }: AccountMail,
  at: Date,
  notBefore: Date = at,
): Promise<void> => {
  const freezeUrl = await makeFreezeLink({ random, env }, tx, member.id, at);
  const mail = { template, ...mailbox(member), data: { ...data, freezeUrl }, ...wanted };
  await queueMail(vault, tx, mail as QueuedMail, notBefore);
};
