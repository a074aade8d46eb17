import type { Context } from '../../context.ts';
import type { Clock } from '../../ports.ts';
import { ATTEMPT_RULES } from './attempt-rule.ts';
import { queueLockMail } from './lock-mail.store.ts';

type Telling = Pick<Context, 'pool' | 'bus' | 'security'> & { expiryClock: Clock };

/** What follows when wrong PINs have set the lock: every session forgets the PIN, and the member is told by mail. */
export const tellPinLock = async (context: Telling, memberId: bigint): Promise<void> => {
  // A locked PIN is locked for sessions that remember it too.
  context.bus.publish('pin_changed', { memberId: memberId.toString() });
  await tellLock(context, 'pin', memberId);
};

/** The same when wrong codes have locked the second factor: whoever typed them knows the password or the PIN. */
export const tellFactorLock = (context: Telling, memberId: bigint): Promise<void> =>
  tellLock(context, 'factor', memberId);

const tellLock = async (
  { pool, expiryClock, bus, security }: Telling,
  kind: 'pin' | 'factor',
  memberId: bigint,
): Promise<void> => {
  security.note(ATTEMPT_RULES[kind].locked, { memberId });
  await queueLockMail(pool, { kind, memberId: memberId.toString() }, expiryClock.now());
  bus.publish('outbox', { topic: 'lock_mail' });
};
