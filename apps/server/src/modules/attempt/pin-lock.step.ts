import type { Context } from '../../context.ts';
import type { Clock } from '../../ports.ts';
import { queueLockMail } from './lock-mail.store.ts';

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
