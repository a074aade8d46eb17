import { MINUTE_MS } from '@minerx/rules/duration';
import { DAY_MS } from '@minerx/rules/duration';
import { queueWork } from '../../../outbox/outbox.ts';
import { RESET_MINUTES } from '@minerx/rules/member';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { refuse } from '../../../refusal.ts';
import { hashPassword, hashPin, inHashingTurn } from '../../../security/secret-hash.ts';
import { clearAttemptsIn, clearLoginAttemptsIn } from '../../attempt/attempt.store.ts';
import { linksSubject, pinSubject } from '../../attempt/attempt-rule.ts';
import { countOne } from '../../attempt/attempt.step.ts';
import { askedLanguage, queueMail } from '../../mail/mail.store.ts';
import { findLink, insertLink, listLinkMoments, takeLink, takeOtherLinks } from '../../session/sign-in.store.ts';
import { changeFactor } from './change-factor.step.ts';
import { codeWaitMs } from '../new-code.step.ts';
import { findMemberToMail, getMemberToMail, setPasswordAndPin } from '../member.store.ts';

/** 128 random bits. */
const LINK_BYTES = 16;

/** The worker looks an address up at a random moment within this: what it then does cannot be measured beside the next requests. @internal */
export const RESET_DELAY_MS = 2000;

/** Who asks: an address, and a device on which the account was signed in before; null for all others. */
interface Asker {
  address: string;
  deviceId: string | null;
}

/**
 * Asks for a reset link. Whether the address has an account is looked up by the outbox worker, so the answer cannot tell. A known device has
 * links of its own; of all others those who ask seldom come first, so that nobody keeps an owner from the link.
 */
export const requestPasswordReset = async (
  context: Context,
  emailKey: string,
  language: string | undefined,
  { address, deviceId }: Asker,
): Promise<void> => {
  const now = context.expiryClock.now();
  const isOwn =
    deviceId !== null &&
    (await countOne(context, linksSubject(emailKey, address, deviceId), 'links_of_device', now, { address }));
  const hasShare =
    isOwn || (await countOne(context, linksSubject(emailKey, address, null), 'links_of_visitor', now, { address }));
  const at = new Date(now);
  const payload: ResetRequest = { emailKey, language: language ?? null, isOwn, hasShare };
  const later = new Date(at.getTime() + (context.random.bytes(2).readUInt16BE() % RESET_DELAY_MS));
  await queueWork(context.pool, { topic: 'password_reset', payload }, at, later);
};

export interface ResetRequest {
  emailKey: string;
  language: string | null;
  /** Of a known device, within its own allowance. */
  isOwn: boolean;
  /** Of somebody who has asked for few to this mailbox. */
  hasShare: boolean;
}

/** Makes the link and queues its mail; nothing for unknown addresses, nor when links were asked for too often. */
export const sendResetLink = async (context: Context, request: ResetRequest): Promise<void> => {
  const now = context.expiryClock.now();
  const token = context.random.bytes(LINK_BYTES).toString('base64url');
  const queued = await inTransaction(context.pool, async (tx) => {
    const member = await findMemberToMail(tx, request.emailKey);
    if (member === null) return false;
    const found = await listLinkMoments(tx, member.id, 'reset', new Date(now - DAY_MS));
    // The address may have become another one while this waited for the member's row.
    if ((await getMemberToMail(tx, member.id)).emailKey !== request.emailKey) return false;
    const moments = found.map((moment) => moment.getTime());
    if (!request.isOwn && codeWaitMs(moments, now, request.hasShare) > 0) return false;
    const at = new Date(now);
    const expiresAt = new Date(now + RESET_MINUTES * MINUTE_MS);
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

/** Whose a reset link is; null: it is used up, over or made up. */
export const findResetLink = async ({ pool, env, expiryClock }: Context, token: string): Promise<bigint | null> =>
  findLink(pool, env.pepper, token, 'reset', new Date(expiryClock.now()));

/**
 * Sets password and PIN with a reset link, ends every session and tells the member by mail. From here on nothing of value
 * leaves the account for 48 hours: whoever reads the mailbox could have done it.
 * @throws err_link_invalid, err_too_many
 */
export const resetPassword = async (context: Context, token: string, password: string, pin: string): Promise<void> => {
  const { env, bus } = context;
  // Looked at first, so that made-up links cost no hashing; taken below, where only one can.
  const memberId = (await findResetLink(context, token)) ?? refuse('err_link_invalid');
  const { passwordHash, pinHash } = await inHashingTurn(async () => ({
    passwordHash: await hashPassword(env.pepper, `member:${memberId}`, password),
    pinHash: await hashPin(env.pepper, memberId, pin),
  }));
  await changeFactor(context, { memberId }, 'reset', async (tx, at) => {
    if ((await takeLink(tx, env.pepper, token, 'reset', at)) === null) refuse('err_link_invalid');
    await takeOtherLinks(tx, memberId, at);
    await setPasswordAndPin(tx, memberId, passwordHash, pinHash);
    await clearAttemptsIn(tx, env.pepper, [pinSubject(memberId)]);
    await clearLoginAttemptsIn(tx, env.pepper, (await getMemberToMail(tx, memberId)).emailKey);
  });
  bus.publish('pin_changed', { memberId: memberId.toString() });
};
