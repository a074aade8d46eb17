import { MINUTE_MS } from '@minerx/rules/duration';
import { CODE_MINUTES } from '@minerx/rules/member';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { refuse } from '../../refusal.ts';
import { factorSubject } from '../attempt/attempt-rule.ts';
import { clearAttemptsIn } from '../attempt/attempt.store.ts';
import { mailbox, queueMail } from '../mail/mail.store.ts';
import { refuseCode, tryCode } from '../member/code-try.step.ts';
import { useCode, type CodeOwner } from '../member/email-code.store.ts';
import { lockMemberToMail, type ActingMember } from '../member/member.store.ts';
import { codeHash, drawCode, storeCode } from '../member/new-code.step.ts';
import { requireOutgoing } from '../member/outgoing.ledger.ts';
import { endFactors, findFactors } from '../member/second-factor/factors.step.ts';
import { changeFactor } from '../member/security/change-factor.step.ts';
import { requirePassword, type TypedPassword } from './sign-in.command.ts';
import { takeOtherLinks } from './sign-in.store.ts';

const ownerOf = ({ emailKey }: ActingMember): CodeOwner => ({ emailKey, purpose: 'lost_factor', confirms: '' });

/**
 * The locked member, who has what is to be taken away. Not while nothing may leave the account: whoever reads the mailbox has just set
 * password and PIN, and would have the factor too within minutes.
 */
const requireFactor = async ({ env }: Context, tx: Tx, memberId: bigint, now: Date): Promise<ActingMember> => {
  const member = await lockMemberToMail(tx, memberId);
  requireOutgoing(member, now);
  return (await findFactors(tx, env.pepper, memberId)) === null ? refuse('err_factor_off') : member;
};

/**
 * Mails a code for taking a lost second factor away, to whoever knows the password.
 * @throws err_login, err_login_locked, err_too_many, err_factor_off, err_account_frozen, err_recent_reset, err_code_wait
 */
export const requestLostFactorCode = async (context: Context, typed: TypedPassword, address: string): Promise<void> => {
  const { pool, env, expiryClock, random, vault, bus } = context;
  const { id } = await requirePassword(context, typed, address);
  const now = expiryClock.now();
  const code = drawCode(random);
  await inTransaction(pool, async (tx) => {
    const member = await requireFactor(context, tx, id, new Date(now));
    const owner = ownerOf(member);
    await storeCode(tx, owner, codeHash(env.pepper, owner, code), now);
    const mail = {
      template: 'lost_factor_code',
      ...mailbox(member),
      data: { code },
      usefulUntil: now + CODE_MINUTES * MINUTE_MS,
    } as const;
    await queueMail(vault, tx, mail, new Date(now));
  });
  bus.publish('outbox', { topic: 'mail' });
};

/**
 * Takes a lost second factor away, app and passkeys, with password, PIN and mailed code. Every session ends, the member is told by mail, and from here
 * on nothing of value leaves the account for 48 hours, as after a reset.
 * @throws err_login, err_login_locked, err_too_many, err_pin_wrong, err_pin_locked, err_code_wrong, err_factor_off, err_account_frozen, err_recent_reset
 */
export const removeLostFactor = async (
  context: Context,
  typed: TypedPassword & { pin: string; code: string },
  address: string,
): Promise<void> => {
  const { pool, env, expiryClock, pins } = context;
  const { id: memberId } = await requirePassword(context, typed, address);
  await pins.require({ memberId, sessionId: `lost factor of ${memberId}` }, typed.pin);
  const now = new Date(expiryClock.now());
  const before = await inTransaction(pool, (tx) => requireFactor(context, tx, memberId, now));
  const codeId = (await tryCode(context, ownerOf(before), typed.code, memberId)) ?? refuseCode();
  await changeFactor(context, { memberId }, 'factor_lost', async (tx, at) => {
    await requireFactor(context, tx, memberId, at);
    if (!(await useCode(tx, codeId, at))) refuseCode();
    await endFactors(tx, env.pepper, memberId, at);
    await clearAttemptsIn(tx, env.pepper, [factorSubject(memberId)]);
    await takeOtherLinks(tx, memberId, at);
  });
};
