import { DAY_MS } from '@minerx/rules/duration';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { SecondFactors, ShownFactor } from '../../../ports.ts';
import { refuse } from '../../../refusal.ts';
import { keyedDigest } from '../../../security/secret-hash.ts';
import { stepOfCode } from '../../../security/totp.ts';
import { factorSubject, PIN_RULE } from '../../attempt/attempt-rule.ts';
import { clearAttempts, takeAttempt } from '../../attempt/attempt.step.ts';
import { tellFactorLock } from '../../attempt/tell-lock.step.ts';
import { queueAccountMail } from '../account-mail.step.ts';
import { getMemberToMail } from '../member.store.ts';
import { factorLabel, findSecondFactor, takeFactorStep, takeRecoveryCode } from './second-factor.store.ts';

type Dependencies = Pick<Context, 'pool' | 'env' | 'expiryClock' | 'random' | 'vault' | 'bus' | 'security'>;

/**
 * Asks for the second factor of members who have one. Wrong codes are counted in the database before they are compared, for the member
 * and not for the session or the call, and lock as wrong PINs do. A code counts once: for one thing, however often that is asked for.
 */
export const createSecondFactors = (context: Dependencies): SecondFactors => ({
  require: async (memberId, shown) => {
    const { pool, env, expiryClock, security } = context;
    const factor = await findSecondFactor(pool, env.pepper, memberId);
    if (factor === null) return;
    if (shown.code === undefined) return refuse('err_second_factor');
    const subject = factorSubject(memberId);
    const attempt = await takeAttempt(context, subject, PIN_RULE, expiryClock.now());
    if (attempt.locked) return refuse('err_factor_locked', { retryAfterS: attempt.retryAfterS });
    const digits = shown.code.replaceAll(/\s/g, '');
    const step = stepOfCode(context.vault.open(factorLabel(memberId), factor.secret), digits, expiryClock.now());
    const shownFor = digestOf(context, memberId, shown);
    const isRight =
      step === null
        ? await isRecoveryCode(context, memberId, digits, shownFor)
        : await takeFactorStep(pool, factor.id, step, shownFor);
    if (!isRight) {
      security.note('factor_wrong', { memberId });
      if (attempt.last) await tellFactorLock(context, memberId);
      return refuse('err_factor_wrong', { fields: { second_factor: 'err_factor_wrong' } });
    }
    await clearAttempts(context, subject, expiryClock.now());
  },
});

const digestOf = ({ env }: Dependencies, memberId: bigint, { call, key }: ShownFactor): Buffer | null =>
  key === undefined ? null : keyedDigest(env.pepper, 'second factor', memberId.toString(), call, key);

/** Told by mail: whoever has the app needs none. */
const isRecoveryCode = async (
  context: Dependencies,
  memberId: bigint,
  code: string,
  shownFor: Buffer | null,
): Promise<boolean> => {
  const { pool, env, expiryClock, bus, security } = context;
  const at = new Date(expiryClock.now());
  const outcome = await inTransaction(pool, async (tx) => {
    const taken = await takeRecoveryCode(tx, env.pepper, { memberId, code, at, shownFor });
    if (taken !== 'taken') return taken;
    const mail = {
      template: 'recovery_used',
      data: { at: at.toISOString() },
      usefulUntil: at.getTime() + DAY_MS,
    } as const;
    await queueAccountMail(context, tx, await getMemberToMail(tx, memberId), mail, at);
    return taken;
  });
  if (outcome === 'taken') {
    security.note('recovery_used', { memberId });
    bus.publish('outbox', { topic: 'mail' });
  }
  return outcome !== 'wrong';
};
