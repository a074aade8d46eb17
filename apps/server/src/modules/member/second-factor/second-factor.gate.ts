import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { SecondFactors, ShownFactor } from '../../../ports.ts';
import { refuse } from '../../../refusal.ts';
import { isAssertion } from '../../../security/passkey.ts';
import { keyedDigest } from '../../../security/secret-hash.ts';
import { stepOfCode } from '../../../security/totp.ts';
import { factorSubject } from '../../attempt/attempt-rule.ts';
import { clearAttempts, returnAttempt, takeAttempt } from '../../attempt/attempt.step.ts';
import { tellFactorLock } from '../../attempt/tell-lock.step.ts';
import { askForPasskey, judgePasskey } from '../../passkey/passkey-request.step.ts';
import { queueAccountMail } from '../account-mail.step.ts';
import { getMemberToMail } from '../member.store.ts';
import { findFactors, type Factors } from './factors.step.ts';
import { factorLabel, takeFactorStep, takeRecoveryCode } from './second-factor.store.ts';

type Dependencies = Pick<Context, 'pool' | 'env' | 'expiryClock' | 'random' | 'vault' | 'bus' | 'security'>;

/**
 * Asks for the second factor of members who have one: a code or a passkey. Wrong ones are counted in the database before they are compared,
 * for the member and not for the session or the call, and lock as wrong PINs do. Each counts once: for one thing, however often that is
 * asked for. A passkey signs a challenge that comes with the refusal and is good for the very request that was refused, body and key; one
 * that lay open for too long is no try, and is asked for anew.
 */
export const createSecondFactors = (context: Dependencies): SecondFactors => ({
  require: async (memberId, shown) => {
    const { pool, env, expiryClock, security } = context;
    const factors = await findFactors(pool, env.pepper, memberId);
    if (factors === null) return;
    const { app, passkeys } = factors;
    const owner = `member:${memberId}` as const;
    const howToGoOn = () => askForPasskey(context, owner, { passkeys, hasApp: app !== null }, shown);
    if (shown.code === undefined) return refuse('err_second_factor', howToGoOn());
    const subject = factorSubject(memberId);
    const attempt = await takeAttempt(context, subject, 'factor', expiryClock.now());
    if (attempt.locked) return refuse('err_factor_locked', { retryAfterS: attempt.retryAfterS });
    const kind = isAssertion(shown.code) ? 'passkey' : 'factor';
    const judged =
      kind === 'passkey'
        ? await judgePasskey(context, owner, shown.code, shown)
        : await judgeCode(context, memberId, factors, shown.code, shown);
    if (judged === 'over') {
      await returnAttempt(context, subject, expiryClock.now(), { rule: 'factor', last: attempt.last });
      return refuse('err_second_factor', howToGoOn());
    }
    if (judged === 'wrong') {
      security.note(`${kind}_wrong`, { memberId });
      if (attempt.last) await tellFactorLock(context, memberId);
      return refuse(`err_${kind}_wrong`, { fields: { second_factor: `err_${kind}_wrong` }, ...howToGoOn() });
    }
    await clearAttempts(context, subject, expiryClock.now());
  },
});

const judgeCode = async (
  context: Dependencies,
  memberId: bigint,
  { app }: Factors,
  code: string,
  shown: ShownFactor,
): Promise<'right' | 'wrong'> => {
  const { pool, vault, expiryClock } = context;
  const digits = code.replaceAll(/\s/g, '');
  const step = app && stepOfCode(vault.open(factorLabel(memberId), app.secret), digits, expiryClock.now());
  const shownFor = digestOf(context, memberId, shown);
  const isRight =
    app === null || step === null
      ? await isRecoveryCode(context, memberId, digits, shownFor)
      : await takeFactorStep(pool, app.id, step, shownFor);
  return isRight ? 'right' : 'wrong';
};

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
