import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { LockMail } from '../../attempt/lock-mail.store.ts';
import { mailbox, queueMail } from '../../mail/mail.store.ts';
import { queueAccountMail } from '../account-mail.step.ts';
import { findMemberToMail, getMemberToMail } from '../member.store.ts';

/** With the moment of the lock in milliseconds. */
export type QueuedLockMail = LockMail & { at: number };

/** Tells a member that wrong tries have locked the sign-in, the PIN or the second factor; nothing for an email without an account. */
export const sendLockMail = async (context: Context, lock: QueuedLockMail): Promise<void> => {
  const now = new Date(context.expiryClock.now());
  const told = { data: { at: new Date(lock.at).toISOString() } };
  const queued = await inTransaction(context.pool, async (tx) => {
    if (lock.kind !== 'sign_in') {
      const member = await getMemberToMail(tx, BigInt(lock.memberId));
      await queueAccountMail(context, tx, member, { template: `${lock.kind}_locked`, ...told }, now);
      return true;
    }
    const member = await findMemberToMail(tx, lock.emailKey);
    if (member === null) return false;
    await queueMail(context.vault, tx, { template: 'sign_in_locked', ...mailbox(member), ...told }, now);
    return true;
  });
  if (queued) context.bus.publish('outbox', { topic: 'mail' });
};
