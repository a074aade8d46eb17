import { HOUR_MS } from '@minerx/rules/duration';
import type { WireLanguage } from '@minerx/rules/wire-language';
import type { Context } from '../../context.ts';
import type { ShownFactor } from '../../ports.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { refuse } from '../../refusal.ts';
import { addressCounts, loginSubject } from '../attempt/attempt-rule.ts';
import { clearAttempts, countOne, findLock, noteLock, refuseSignIn, takeAttempt } from '../attempt/attempt.step.ts';
import { queueLockMail } from '../attempt/lock-mail.store.ts';
import { queueAccountMail } from '../member/account-mail.step.ts';
import { findSecrets, hearLanguage } from '../member/member.store.ts';
import { hashOfNothing, inHashingTurn, isPassword } from '../../security/secret-hash.ts';
import { startSession, type Origin, type Tokens } from './session.command.ts';
import { hadSession } from './session.store.ts';
import { findLink, findMemberToSignIn, getMemberToTell, takeLink, type MemberToSignIn } from './sign-in.store.ts';

/** The first sign-in right after registration is no news to anybody. */
const FRESH_MEMBER_MS = HOUR_MS;

/** What a password is compared with when the email is nobody's, so that the answer takes as long. */
let decoy: Promise<string> | undefined;
export const prepareDecoy = (): Promise<string> => (decoy ??= hashOfNothing());

/** What is typed, and where. */
export interface TypedPassword {
  /** Normalised. */
  emailKey: string;
  password: string;
  /** A device on which this account was signed in before; null for all others. */
  deviceId: string | null;
}

interface SignInInput extends TypedPassword {
  factor: ShownFactor;
}

/**
 * Signs a member in with email, password and, where there is one, the second factor, which is asked for only after the right password; `language` is what the request asked for. Wrong ones count for the account (known or not) and for the address; on a device that
 * the account was signed in on they count for that device alone, so that nobody is locked out by what others type.
 * @throws err_login, err_login_locked, err_account_frozen, err_too_many, err_second_factor, err_factor_wrong, err_passkey_wrong, err_factor_locked
 */
export const signIn = async (
  context: Context,
  input: SignInInput,
  from: Origin,
  language: WireLanguage | null = null,
): Promise<Tokens> => {
  const member = await requirePassword(context, input, from.address);
  await context.secondFactors.require(member.id, input.factor);
  // Before the transaction, which only shares the row: two sign-ins at once would wait for each other.
  if (language !== null) await hearLanguage(context.pool, member.id, language);
  const tokens = await inTransaction(context.pool, async (tx) => {
    const current = await getMemberToTell(tx, member.id);
    if (current.passwordHash !== member.passwordHash) return refuse('err_login');
    return openSession(context, tx, member.id, from, input.deviceId);
  });
  context.bus.publish('outbox', { topic: 'mail' });
  return tokens;
};

/**
 * The member of an email and its password, with all that wrong ones count for.
 * @throws err_login, err_login_locked, err_too_many
 */
export const requirePassword = async (
  context: Context,
  input: TypedPassword,
  address: string,
): Promise<MemberToSignIn> => {
  await requireOpenAddress(context, address, input.deviceId);
  return inHashingTurn(() => comparePassword(context, input, address), { ahead: input.deviceId !== null });
};

/**
 * What others typed at an address keeps no known device out.
 * @throws err_login_locked, err_too_many
 */
export const requireOpenAddress = async (context: Context, address: string, deviceId: string | null): Promise<void> => {
  if (deviceId !== null) return;
  for (const { subject } of addressCounts(address)) {
    const lock = await findLock(context, subject, context.expiryClock.now());
    if (lock !== null) refuseSignIn(lock);
  }
};

/** A failed sign-in counts against the address. */
export const countAddress = async (context: Context, address: string): Promise<void> => {
  for (const { subject, rule } of addressCounts(address))
    await countOne(context, subject, rule, context.expiryClock.now(), { address });
};

const comparePassword = async (
  context: Context,
  { emailKey, password, deviceId }: TypedPassword,
  address: string,
): Promise<MemberToSignIn> => {
  const { pool, expiryClock, env, security } = context;
  const subject = loginSubject(emailKey, deviceId);
  const attempt = await takeAttempt(context, subject, 'password', expiryClock.now());
  if (attempt.locked) return refuseSignIn(attempt);
  const member = await findMemberToSignIn(pool, emailKey);
  const owner = `member:${member?.id ?? 0n}` as const;
  const right = await isPassword(env.pepper, owner, member?.passwordHash ?? (await prepareDecoy()), password);
  if (member !== null && right) {
    await clearAttempts(context, subject, expiryClock.now());
    return member;
  }
  const about = { memberId: member?.id ?? null, address };
  security.note('sign_in_failed', about);
  noteLock(context, 'password', attempt, about);
  if (attempt.last) await queueLockMail(pool, { kind: 'sign_in', emailKey }, expiryClock.now());
  if (deviceId === null) await countAddress(context, address);
  return refuse('err_login');
};

/**
 * Opens the session and tells the member by mail when the device is new: one without our mark for the account, whatever it calls itself.
 * Frozen members are refused.
 */
export const openSession = async (
  context: Context,
  tx: Tx,
  memberId: bigint,
  from: Origin,
  knownDevice: string | null,
): Promise<Tokens> => {
  const now = context.expiryClock.now();
  const member = await getMemberToTell(tx, memberId);
  if (member.frozen) {
    context.security.note('frozen_sign_in', { memberId, address: from.address });
    refuse('err_account_frozen');
  }
  const isFirstOfAll = now - member.createdAt.getTime() < FRESH_MEMBER_MS && !(await hadSession(tx, memberId));
  const tokens = await startSession(context, tx, memberId, from);
  if (knownDevice === null && !isFirstOfAll) {
    const at = new Date(now);
    const data = { device: from.device, at: at.toISOString() };
    await queueAccountMail(context, tx, { id: memberId, ...member }, { template: 'new_sign_in', data }, at);
  }
  return tokens;
};

/**
 * Exchanges a sign-in link for a session, once. It stands for the password alone: who has a second factor shows it, and the link
 * is used up by the right one.
 * @throws err_link_invalid, err_account_frozen, err_second_factor, err_factor_wrong, err_passkey_wrong, err_factor_locked
 */
export const signInByLink = async (
  context: Context,
  { link, factor }: { link: string; factor: ShownFactor },
  from: Origin,
  deviceOf: (emailKey: string) => string | null,
): Promise<{ tokens: Tokens; emailKey: string }> => {
  const { pool, env, expiryClock } = context;
  const held = await findLink(pool, env.pepper, link, 'redirect', new Date(expiryClock.now()));
  if (held === null) return refuse('err_link_invalid');
  await context.secondFactors.require(held, factor);
  const opened = await inTransaction(pool, async (tx) => {
    const memberId = await takeLink(tx, env.pepper, link, 'redirect', new Date(expiryClock.now()));
    if (memberId === null) return refuse('err_link_invalid');
    const { emailKey } = (await findSecrets(tx, memberId))!;
    return { tokens: await openSession(context, tx, memberId, from, deviceOf(emailKey)), emailKey };
  });
  context.bus.publish('outbox', { topic: 'mail' });
  return opened;
};
