import type { Pool } from 'pg';
import { queueWork } from '../../outbox/outbox.ts';
import type { Context } from '../../context.ts';
import type { Clock } from '../../ports.ts';

/** Whose wrong tries set a lock: an email that was typed, known or not, or a member's PIN. */
export type LockMail = { kind: 'sign_in'; emailKey: string } | { kind: 'pin'; memberId: string };

/**
 * Asks the outbox for the mail about a lock. Whether an email has an account is looked up there, so that the refusal takes as long
 * for those that have none. Afterwards: `bus.publish('outbox', { topic: 'lock_mail' })` where nobody can measure it.
 */
export const queueLockMail = async (pool: Pool, lock: LockMail, now: number): Promise<void> => {
  await queueWork(pool, { topic: 'lock_mail', payload: { ...lock, at: now } }, new Date(now));
};

/** What follows when wrong PINs have set the lock: every session forgets the PIN, and the member is told by mail. */
export const tellPinLock = async (
  { pool, expiryClock, bus, security }: Pick<Context, 'pool' | 'bus' | 'security'> & { expiryClock: Clock },
  memberId: bigint,
): Promise<void> => {
  // A locked PIN is locked for sessions that remember it too.
  bus.publish('pin_changed', { memberId: memberId.toString() });
  security.note('pin_locked', { memberId });
  await queueLockMail(pool, { kind: 'pin', memberId: memberId.toString() }, expiryClock.now());
  bus.publish('outbox', { topic: 'lock_mail' });
};
