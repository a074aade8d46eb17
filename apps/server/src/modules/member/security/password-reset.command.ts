import { FACTOR_HOLD_HOURS } from '@minerx/rules/factor-hold';
import { queueWork } from '../../../outbox/outbox.ts';
import { normaliseEmail, RESET_MINUTES } from '@minerx/rules/member';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { refuse } from '../../../refusal.ts';
import { hashPassword, hashPin, inHashingTurn } from '../../../security/secret-hash.ts';
import { clearAttemptsIn, clearLoginAttemptsIn } from '../../attempt/attempt.store.ts';
import { pinSubject } from '../../attempt/attempt-rule.ts';
import { askedLanguage, mailLanguage, queueMail } from '../../mail/mail.store.ts';
import { endSessionsOfMember } from '../../session/session.store.ts';
import { findLink, insertLink, listLinkMoments, takeLink, takeOtherLinks } from '../../session/sign-in.store.ts';
import { insertFactorChange } from './factor-change.store.ts';
import { makeFreezeLink } from './freeze-link.step.ts';
import { codeWaitMs } from '../new-code.step.ts';
import { findMemberToMail, getMemberToMail, setPasswordAndPin } from '../member.store.ts';

/** 128 random bits. */
const LINK_BYTES = 16;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The worker looks an address up at a random moment within this: what it then does cannot be measured beside the next requests. @internal */
export const RESET_DELAY_MS = 2000;

/** Asks for a reset link. Whether the address has an account is looked up by the outbox worker, so the answer cannot tell. */
export const requestPasswordReset = async (
  context: Context,
  email: string,
  language: string | undefined,
): Promise<void> => {
  const at = new Date(context.expiryClock.now());
  const payload: ResetRequest = { emailKey: normaliseEmail(email), language: language ?? null };
  const later = new Date(at.getTime() + (context.random.bytes(2).readUInt16BE() % RESET_DELAY_MS));
  await queueWork(context.pool, { topic: 'password_reset', payload }, at, later);
};

export interface ResetRequest {
  emailKey: string;
  language: string | null;
}

/** Makes the link and queues its mail; nothing for unknown addresses, nor when links were asked for too often. */
export const sendResetLink = async (context: Context, request: ResetRequest): Promise<void> => {
  const now = context.expiryClock.now();
  const token = context.random.bytes(LINK_BYTES).toString('base64url');
  const queued = await inTransaction(context.pool, async (tx) => {
    const member = await findMemberToMail(tx, request.emailKey);
    if (member === null) return false;
    const moments = await listLinkMoments(tx, member.id, 'reset', new Date(now - DAY_MS));
    if (
      codeWaitMs(
        moments.map((moment) => moment.getTime()),
        now,
      ) > 0
    )
      return false;
    const at = new Date(now);
    const expiresAt = new Date(now + RESET_MINUTES * 60_000);
    await insertLink(tx, context.env.pepper, { token, purpose: 'reset', memberId: member.id, at, expiresAt });
    await queueMail(
      context.vault,
      tx,
      {
        template: 'reset_link',
        language: askedLanguage(member, request.language),
        to: { name: member.fullName, address: member.email },
        data: { url: `${context.env.publicUrl}/resetPassword/${token}` },
        usefulUntil: expiresAt.getTime(),
      },
      at,
    );
    return true;
  });
  if (queued) context.bus.publish('outbox', { topic: 'mail' });
};

/** @throws err_link_invalid when a reset link is used up, over or made up */
export const requireResetLink = async ({ pool, env, expiryClock }: Context, token: string): Promise<bigint> =>
  (await findLink(pool, env.pepper, token, 'reset', new Date(expiryClock.now()))) ?? refuse('err_link_invalid');

/**
 * Sets password and PIN with a reset link, ends every session and tells the member by mail. From here on nothing of value
 * leaves the account for 48 hours: whoever reads the mailbox could have done it.
 * @throws err_link_invalid, err_too_many
 */
export const resetPassword = async (context: Context, token: string, password: string, pin: string): Promise<void> => {
  const { pool, env, expiryClock, bus } = context;
  const at = new Date(expiryClock.now());
  // Looked at first, so that made-up links cost no hashing; taken below, where only one can.
  const memberId = await requireResetLink(context, token);
  const { passwordHash, pinHash } = await inHashingTurn(async () => ({
    passwordHash: await hashPassword(env.pepper, `member:${memberId}`, password),
    pinHash: await hashPin(env.pepper, memberId, pin),
  }));
  const ended = await inTransaction(pool, async (tx) => {
    if ((await takeLink(tx, env.pepper, token, 'reset', at)) === null) refuse('err_link_invalid');
    await takeOtherLinks(tx, memberId, at);
    await setPasswordAndPin(tx, memberId, passwordHash, pinHash);
    await insertFactorChange(tx, memberId, 'reset', at);
    const member = await getMemberToMail(tx, memberId);
    await clearAttemptsIn(tx, [pinSubject(memberId)]);
    await clearLoginAttemptsIn(tx, member.emailKey);
    await queueMail(
      context.vault,
      tx,
      {
        template: 'password_changed',
        language: mailLanguage(member.language),
        to: { name: member.fullName, address: member.email },
        data: {
          at: at.toISOString(),
          until: new Date(at.getTime() + FACTOR_HOLD_HOURS * HOUR_MS).toISOString(),
          freezeUrl: await makeFreezeLink(context, tx, memberId, at),
        },
        usefulUntil: at.getTime() + DAY_MS,
      },
      at,
    );
    return endSessionsOfMember(tx, memberId, 'reset', at);
  });
  context.security.note('factors_reset', { memberId });
  for (const sessionId of ended) bus.publish('session_ended', { sessionId });
  bus.publish('pin_changed', { memberId: memberId.toString() });
  bus.publish('outbox', { topic: 'mail' });
};
