import type { Db } from '../../db/transaction.ts';
import { queueWork } from '../../outbox/outbox.ts';

/** Whose wrong tries set a lock: an email that was typed, known or not, or a member's PIN or second factor. */
export type LockMail = { kind: 'sign_in'; emailKey: string } | { kind: 'pin' | 'factor'; memberId: string };

/**
 * Asks the outbox for the mail about a lock. Whether an email has an account is looked up there, so that the refusal takes as long
 * for those that have none. Afterwards: `bus.publish('outbox', { topic: 'lock_mail' })` where nobody can measure it.
 */
export const queueLockMail = async (db: Db, lock: LockMail, now: number): Promise<void> => {
  await queueWork(db, { topic: 'lock_mail', payload: { ...lock, at: now } }, new Date(now));
};
