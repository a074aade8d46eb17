import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { LockMail } from '../../attempt/lock-mail.store.ts';
import { mailLanguage, queueMail, type QueuedMail } from '../../mail/mail.store.ts';
import { makeFreezeLink } from './freeze-link.step.ts';
import { findMemberToMail, getMemberToMail } from '../member.store.ts';

const DAY_MS = 86_400_000;

/** With the moment of the lock in milliseconds. */
export type QueuedLockMail = LockMail & { at: number };

/** Tells a member that wrong tries have locked the sign-in, the PIN or the second factor; nothing for an email without an account. */
export const sendLockMail = async (context: Context, lock: QueuedLockMail): Promise<void> => {
  const at = new Date(lock.at);
  const queued = await inTransaction(context.pool, async (tx) => {
    const member =
      lock.kind === 'sign_in'
        ? await findMemberToMail(tx, lock.emailKey)
        : await getMemberToMail(tx, BigInt(lock.memberId));
    if (member === null) return false;
    const common = {
      language: mailLanguage(member.language),
      to: { name: member.fullName, address: member.email },
      usefulUntil: lock.at + DAY_MS,
    };
    const mail: QueuedMail =
      lock.kind === 'sign_in'
        ? { ...common, template: 'sign_in_locked', data: { at: at.toISOString() } }
        : {
            ...common,
            template: `${lock.kind}_locked`,
            data: { at: at.toISOString(), freezeUrl: await makeFreezeLink(context, tx, member.id, at) },
          };
    await queueMail(context.vault, tx, mail, new Date(context.expiryClock.now()));
    return true;
  });
  if (queued) context.bus.publish('outbox', { topic: 'mail' });
};
