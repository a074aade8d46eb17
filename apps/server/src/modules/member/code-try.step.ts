import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';
import { refuse } from '../../refusal.ts';
import { codeSubject } from '../attempt/attempt-rule.ts';
import { clearAttempts, noteLock, takeAttempt } from '../attempt/attempt.step.ts';
import { takeCodeTry, type CodeOwner } from './email-code.store.ts';
import { codeHash } from './new-code.step.ts';

type Dependencies = Pick<Context, 'pool' | 'expiryClock' | 'env' | 'security'>;

/** Where the code stood on the wire. */
type CodeField = 'verify_code' | 'new_verify_code';

export const refuseCode = (field: CodeField = 'verify_code'): never =>
  refuse('err_code_wrong', { fields: { [field]: 'err_code_wrong' } });

/**
 * Takes a try at the newest code and compares it; gives the code's id, or null when there is none that could be tried. Wrong ones
 * count twice: five for a code, and thirty a day for the mailbox, however many codes it got.
 * @throws err_code_wrong, err_too_many
 */
export const tryCode = async (
  context: Dependencies,
  owner: CodeOwner,
  code: string,
  memberId: bigint | null = null,
  field: CodeField = 'verify_code',
): Promise<bigint | null> => {
  const { pool, expiryClock, env, security } = context;
  const held = await takeCodeTry(pool, owner, new Date(expiryClock.now()));
  if (held === null) return null;
  const attempt = await takeAttempt(context, codeSubject(owner), 'code', expiryClock.now());
  if (attempt.locked) return refuse('err_too_many', { retryAfterS: attempt.retryAfterS });
  if (!timingSafeEqual(held.hash, codeHash(env.pepper, owner, code))) {
    security.note('code_wrong', { memberId });
    noteLock(context, 'code', attempt, { memberId });
    return refuseCode(field);
  }
  await clearAttempts(context, codeSubject(owner), expiryClock.now());
  return held.id;
};
