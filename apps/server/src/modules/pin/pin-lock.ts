import type { Context } from '../../context.ts';
import { queueLockLetter } from '../attempt/lock-letter.store.ts';

/** What follows when wrong PINs have set the lock: every session forgets the PIN, and the member is told by mail. */
export const pinLocked = async (
  { pool, clock, bus, security }: Pick<Context, 'pool' | 'clock' | 'bus' | 'security'>,
  memberId: bigint,
): Promise<void> => {
  // A locked PIN is locked for sessions that remember it too.
  bus.publish('pin_changed', { memberId: memberId.toString() });
  security.note('pin_locked', { memberId });
  await queueLockLetter(pool, { kind: 'pin', memberId: memberId.toString() }, clock.now());
  bus.publish('outbox', { topic: 'lock_letter' });
};
