import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import { inTransaction, type Db, type Tx } from '../../db/transaction.ts';
import { appendAudit, type AuditEntry } from '../../ledger/audit.ts';
import type { SignedInOperator } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { hashOfNothing, inHashingTurn, isPassword, isSealed, tokenSeal } from '../../security/secret-hash.ts';
import { operatorSubject } from '../attempt/attempt-rule.ts';
import { clearAttempts, noteLock, refuseSignIn, takeAttempt } from '../attempt/attempt.step.ts';
import { hashOf, newOpaqueToken } from '../../security/opaque-token.ts';
import { tidyRecoveryCode } from '../../security/recovery-code.ts';
import { stepOfCode } from '../../security/totp.ts';
import {
  endOperatorSession,
  findOperatorSession,
  insertOperatorSession,
  stepUpOperatorSession,
  touchOperatorSession,
} from './operator-session.store.ts';
import {
  findOperatorByEmail,
  lockOperator,
  takeRecoveryCode,
  takeTotpStep,
  type OperatorRow,
} from './operator.store.ts';

/** A session of which nothing is heard for so long is over; none lives longer than a working day. */
export const OPERATOR_IDLE_MS = 30 * MINUTE_MS;
const OPERATOR_DAY_MS = 12 * HOUR_MS;
/** For so long after the second factor money may be moved. */
const STEPPED_UP_MS = 5 * MINUTE_MS;
/** A session is written down as used this often. */
const TOUCH_MS = MINUTE_MS;

type Dependencies = Pick<Context, 'pool' | 'env' | 'expiryClock' | 'random' | 'vault' | 'security'>;

interface OperatorSignIn {
  email: string;
  /** Where this operator signed in before: a device's mark, or the shell of the machine. Null for all others. */
  deviceId: string | null;
  password: string;
  /** A code of the authenticator, or a recovery code. */
  factor: string;
}

export interface OperatorOrigin {
  device: string;
  address: string;
}

/** Whom marks of known devices are for: no email of a member holds a space. */
export const operatorAccount = (email: string): string => `operator ${email.trim().toLowerCase()}`;
export const totpLabel = (email: string): string => `operator totp of ${email}`;
export const recoveryHash = (code: string): Buffer => hashOf(tidyRecoveryCode(code));

let decoy: Promise<string> | undefined;

/**
 * Signs an operator in with both factors at once: nobody learns which was wrong. Wrong ones count for the email, known or not; where
 * this operator signed in before they count for that place alone, so that no stranger keeps operators out.
 * @returns the token of the session, for an HttpOnly cookie or the shell's own file
 * @throws err_login, err_login_locked, err_too_many
 */
export const signInOperator = async (
  context: Dependencies,
  { email, deviceId, password, factor }: OperatorSignIn,
  from: OperatorOrigin,
): Promise<string> => {
  const { pool, env, expiryClock, security } = context;
  const subject = operatorSubject(email.trim().toLowerCase(), deviceId);
  const attempt = await takeAttempt(context, subject, 'operator', expiryClock.now());
  if (attempt.locked) return refuseSignIn(attempt);
  const operator = await findOperatorByEmail(pool, email);
  const isRight = await inHashingTurn(
    async () =>
      isPassword(
        env.pepper,
        `operator:${operator?.id ?? ''}`,
        operator?.passwordHash ?? (await (decoy ??= hashOfNothing())),
        password,
      ),
    { ahead: deviceId !== null },
  );
  if (operator === null || !isRight || operator.disabledAt !== null || !(await isFactor(context, operator, factor))) {
    security.note('operator_sign_in_failed', { address: from.address });
    noteLock(context, 'operator', attempt, { address: from.address });
    return refuse('err_login');
  }
  await clearAttempts(context, subject, expiryClock.now());
  return inTransaction(pool, async (tx) => {
    const now = await lockOperator(tx, operator.id);
    // Whoever changed a key or was disabled meanwhile has ended all that the former opened.
    const isSame = now?.passwordHash === operator.passwordHash && now.totpSecret.equals(operator.totpSecret);
    if (!isSame || now.disabledAt !== null) return refuse('err_login');
    return openOperatorSession(context, tx, operator, from);
  });
};

/** Opens a session, as of now with the second factor shown; `detail` is for the audit log. @returns its token */
export const openOperatorSession = async (
  { env, expiryClock, random }: Pick<Context, 'env' | 'expiryClock' | 'random'>,
  tx: Tx,
  operator: Pick<OperatorRow, 'id' | 'email'>,
  from: OperatorOrigin,
  detail: Record<string, string> = {},
): Promise<string> => {
  const token = newOpaqueToken(random);
  const at = new Date(expiryClock.now());
  const actor: Actor = `operator:${operator.email}`;
  const seal = sealOf(env.pepper, token, operator.id);
  await insertOperatorSession(tx, { tokenHash: hashOf(token), seal, operatorId: operator.id, ...from, at });
  const line = { actor, action: 'operator.sign_in', subject: actor, reason: '', detail: { ...from, ...detail } };
  await appendAudit(tx, at, [line]);
  return token;
};

/** A code counts once, whether it came from the authenticator or from the list of recovery codes. */
const isFactor = async (
  { pool, vault, expiryClock }: Dependencies,
  operator: Pick<OperatorRow, 'id' | 'email' | 'totpSecret'>,
  factor: string,
): Promise<boolean> => {
  const now = expiryClock.now();
  const typed = factor.replaceAll(/\s/g, '');
  const step = stepOfCode(vault.open(totpLabel(operator.email), operator.totpSecret), typed, now);
  if (step !== null) return takeTotpStep(pool, operator.id, step);
  return typed.length > 6 && takeRecoveryCode(pool, operator.id, recoveryHash(typed), new Date(now));
};

const sealOf = (pepper: string, token: string, operatorId: string): Buffer =>
  tokenSeal(pepper, 'operator session', token, operatorId);

/** Null when it has ended, idles or is old, or its operator is disabled. */
export const findOpenOperatorSession = (
  db: Db,
  tokenHash: Buffer,
  now: number,
): ReturnType<typeof findOperatorSession> =>
  findOperatorSession(db, tokenHash, {
    usedAfter: new Date(now - OPERATOR_IDLE_MS),
    begunAfter: new Date(now - OPERATOR_DAY_MS),
  });

/** Who the token names; using it keeps the session alive, unless a page does so by itself. @throws err_unauthorised */
export const requireOperator = async (
  { pool, env, expiryClock }: Pick<Context, 'pool' | 'env' | 'expiryClock'>,
  token: string | undefined,
  { byItself = false } = {},
): Promise<SignedInOperator> => {
  if (token === undefined) return refuse('err_unauthorised');
  const now = expiryClock.now();
  const found = await findOpenOperatorSession(pool, hashOf(token), now);
  if (found === null || !isSealed(found.seal, sealOf(env.pepper, token, found.operatorId)))
    return refuse('err_unauthorised');
  if (!byItself && found.lastUsedAt.getTime() < now - TOUCH_MS)
    await touchOperatorSession(pool, found.tokenHash, new Date(now));
  return found;
};

/** So much may the clocks of processes differ. */
const CLOCKS_DIFFER_MS = 5000;

/** Until when money may be moved without another code; null for not now. A moment that is still to come was written past the product. */
export const steppedUpUntil = ({ steppedUpAt }: Pick<SignedInOperator, 'steppedUpAt'>, now: number): Date | null => {
  const until = steppedUpAt.getTime() + STEPPED_UP_MS;
  return until > now && steppedUpAt.getTime() <= now + CLOCKS_DIFFER_MS ? new Date(until) : null;
};

/**
 * Shows the second factor again. Wrong ones count for this session alone.
 * @throws err_factor_wrong, err_login_locked, err_too_many
 */
export const stepUpOperator = async (
  context: Dependencies,
  session: SignedInOperator,
  factor: string,
): Promise<Date> => {
  const { pool, expiryClock, security } = context;
  const subject = operatorSubject(session.email, session.tokenHash.toString('hex'));
  const attempt = await takeAttempt(context, subject, 'operator', expiryClock.now());
  if (attempt.locked) return refuseSignIn(attempt);
  const operator = await findOperatorByEmail(pool, session.email);
  if (operator === null || !(await isFactor(context, operator, factor))) {
    security.note('operator_sign_in_failed');
    noteLock(context, 'operator', attempt, {});
    return refuse('err_factor_wrong');
  }
  await clearAttempts(context, subject, expiryClock.now());
  const at = new Date(expiryClock.now());
  await inTransaction(pool, async (tx) => {
    await stepUpOperatorSession(tx, session.tokenHash, at);
    await appendAudit(tx, at, [ownLine(session, 'operator.step_up')]);
  });
  return new Date(at.getTime() + STEPPED_UP_MS);
};

export const signOutOperator = (
  { pool, expiryClock }: Pick<Context, 'pool' | 'expiryClock'>,
  session: SignedInOperator,
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const at = new Date(expiryClock.now());
    await endOperatorSession(tx, session.tokenHash, at);
    await appendAudit(tx, at, [ownLine(session, 'operator.sign_out')]);
  });

/** What an operator did with the own session. */
const ownLine = ({ email }: SignedInOperator, action: string): AuditEntry => {
  const actor: Actor = `operator:${email}`;
  return { actor, action, subject: actor, reason: '', detail: {} };
};
