import type { Context } from '../../../context.ts';
import type { SessionMember } from '../../../ports.ts';
import { refuse } from '../../../refusal.ts';
import { hashPassword, hashPin, inHashingTurn, isPassword, isPin } from '../../../security/secret-hash.ts';
import { clearAttemptsIn, clearLoginAttemptsIn } from '../../attempt/attempt.store.ts';
import { loginSubject, pinSubject } from '../../attempt/attempt-rule.ts';
import { noteLock, refuseSignIn, takeAttempt } from '../../attempt/attempt.step.ts';
import { takeOtherLinks } from '../../session/sign-in.store.ts';
import { tellPinLock } from '../../attempt/tell-lock.step.ts';
import { changeFactor } from './change-factor.step.ts';
import { findSecrets, replacePassword, replacePin } from '../member.store.ts';

const refuseOldPassword = (): never => refuse('err_old_password', { fields: { old_password: 'err_old_password' } });
const refuseOldPin = (): never => refuse('err_old_pin', { fields: { old_security_pin: 'err_old_pin' } });

/**
 * Changes the password of a signed-in member. Wrong old ones count like wrong sign-ins, but for this session alone: what strangers
 * type at sign-in keeps nobody from it, and a stolen session has ten guesses. Every other session ends, and links and tickets on their way are worth nothing.
 * @throws err_old_password, err_login_locked, err_too_many
 */
export const changePassword = async (
  context: Context,
  member: SessionMember,
  oldPassword: string,
  password: string,
): Promise<void> => {
  const { pool, env, expiryClock, security } = context;
  const known = (await findSecrets(pool, member.memberId)) ?? refuse('err_unauthorised');
  const subject = loginSubject(known.emailKey, member.sessionId);
  const owner = `member:${member.memberId}` as const;
  const after = await inHashingTurn(
    async () => {
      const attempt = await takeAttempt(context, subject, 'password', expiryClock.now());
      if (attempt.locked) return refuseSignIn(attempt);
      if (!(await isPassword(env.pepper, owner, known.passwordHash, oldPassword))) {
        security.note('old_password_wrong', member);
        noteLock(context, 'password', attempt, member);
        return refuseOldPassword();
      }
      return hashPassword(env.pepper, owner, password);
    },
    { ahead: true },
  );
  await changeFactor(context, member, 'new_password', async (tx, at) => {
    if (!(await replacePassword(tx, member.memberId, known.passwordHash, after))) refuseOldPassword();
    await takeOtherLinks(tx, member.memberId, at);
    await clearLoginAttemptsIn(tx, env.pepper, known.emailKey);
  });
};

/**
 * Changes the security PIN of a signed-in member. Wrong old ones count with all other wrong PINs. Every other session
 * ends, and every process forgets the old PIN.
 * @throws err_old_pin, err_pin_locked
 */
export const changePin = async (
  context: Context,
  member: SessionMember,
  oldPin: string,
  pin: string,
): Promise<void> => {
  const { pool, env, expiryClock, bus, security } = context;
  const { memberId } = member;
  const known = (await findSecrets(pool, memberId)) ?? refuse('err_unauthorised');
  const subject = pinSubject(memberId);
  const after = await inHashingTurn(
    async () => {
      const attempt = await takeAttempt(context, subject, 'pin', expiryClock.now());
      if (attempt.locked) return refuse('err_pin_locked', { retryAfterS: attempt.retryAfterS });
      if (!(await isPin(env.pepper, memberId, known.pinHash, oldPin))) {
        security.note('pin_wrong', member);
        if (attempt.last) await tellPinLock(context, memberId);
        return refuseOldPin();
      }
      return hashPin(env.pepper, memberId, pin);
    },
    { ahead: true },
  );
  await changeFactor(context, member, 'new_pin', async (tx) => {
    if (!(await replacePin(tx, memberId, known.pinHash, after))) refuseOldPin();
    await clearAttemptsIn(tx, env.pepper, [subject]);
  });
  bus.publish('pin_changed', { memberId: memberId.toString() });
};
