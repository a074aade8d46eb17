import { MINUTE_MS } from '@minerx/rules/duration';
import { CODE_MINUTES, normaliseEmail } from '@minerx/rules/member';
import { findAnswer, once, type AskedKey } from '../../../ledger/answers.ts';
import { canonicalJson } from '../../../ledger/fingerprint.ts';
import type { Context } from '../../../context.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { isTaken } from '../../../db/trouble.ts';
import type { SessionMember } from '../../../ports.ts';
import { refuse } from '../../../refusal.ts';
import { keyedDigest } from '../../../security/secret-hash.ts';
import { mailbox, queueMail, type QueuedMail } from '../../mail/mail.store.ts';
import { takeOtherLinks } from '../../session/sign-in.store.ts';
import { queueAccountMail } from '../account-mail.step.ts';
import { refuseCode, tryCode } from '../code-try.step.ts';
import { useCode, type CodeOwner } from '../email-code.store.ts';
import { findMemberToMail, lockMemberToMail, replaceEmail, type ActingMember } from '../member.store.ts';
import { codeHash, drawCode, requireCodeBudget, storeCode } from '../new-code.step.ts';
import { requireOutgoing } from '../outgoing.ledger.ts';
import { changeFactor } from './change-factor.step.ts';

/** Each code is good for this member's change from the one address to the other, and for nothing else. */
const ownersOf = ({ id, emailKey }: ActingMember, newKey: string): { present: CodeOwner; fresh: CodeOwner } => ({
  present: { emailKey, purpose: 'present_email', confirms: newKey },
  fresh: { emailKey: newKey, purpose: 'new_email', confirms: `${id}/${emailKey}` },
});

/**
 * The locked member. Not while nothing may leave the account: whoever has just set password and PIN by the mailbox would have
 * the mailbox's place too.
 */
const requireChanging = async (tx: Tx, memberId: bigint, newKey: string, now: Date): Promise<ActingMember> => {
  const member = await lockMemberToMail(tx, memberId);
  requireOutgoing(member, now);
  if (member.emailKey === newKey) refuse('err_validation', { fields: { member_email: 'err_unchanged' } });
  return member;
};

/**
 * Mails a code to the present address, which names the new one, and another code to the new one. Whether that has an account is
 * told to its owner alone: instead of a code there is a mail that says so, and the answer is the same. The PIN was checked at the gate.
 * @throws err_account_frozen, err_recent_reset, err_code_wait, err_validation (the address that it is)
 */
export const requestEmailCodes = async (context: Context, memberId: bigint, email: string): Promise<void> => {
  const { pool, expiryClock, random, env, vault, bus } = context;
  const now = expiryClock.now();
  const at = new Date(now);
  const newKey = normaliseEmail(email);
  const [code, newCode] = [drawCode(random), drawCode(random)];
  await inTransaction(pool, async (tx) => {
    const member = await requireChanging(tx, memberId, newKey, at);
    const { present, fresh } = ownersOf(member, newKey);
    const holder = await findMemberToMail(tx, newKey);
    await storeCode(tx, present, codeHash(env.pepper, present, code), now);
    await requireCodeBudget(context, tx, fresh, true, now);
    await storeCode(tx, fresh, codeHash(env.pepper, fresh, newCode), now);
    await queueAccountMail(context, tx, member, { template: 'present_email_code', data: { code, address: email } }, at);
    const usefulUntil = now + CODE_MINUTES * MINUTE_MS;
    // A mailbox that is nobody's yet learns no name.
    const to = mailbox({ ...member, fullName: '', email });
    const mail: QueuedMail =
      holder === null
        ? { template: 'new_email_code', ...to, data: { code: newCode }, usefulUntil }
        : { template: 'email_taken', ...mailbox(holder), data: {}, usefulUntil };
    await queueMail(vault, tx, mail, at);
  });
  bus.publish('outbox', { topic: 'mail' });
};

interface EmailChange {
  email: string;
  /** Of the mail to the present address. */
  code: string;
  /** Of the mail to the new one. */
  newCode: string;
}

/**
 * Changes the address by the codes of both mailboxes. Every other session ends, links on their way are worth nothing, both addresses
 * are told, and nothing of value leaves for 48 hours. The same key and input again succeed without a second change.
 * @throws err_code_wrong, err_conflict (somebody got the address meanwhile), err_account_frozen, err_recent_reset, err_too_many,
 * err_idempotency_mismatch, err_validation (the address that it is)
 */
export const changeEmail = async (
  context: Context,
  member: SessionMember,
  input: EmailChange,
  idempotencyKey: string,
): Promise<void> => {
  const asked: AskedKey = {
    actor: `member:${member.memberId}`,
    name: 'member/email/modify',
    key: idempotencyKey,
    // Keyed, because the input holds codes: whoever reads a plain hash finds them by trying.
    fingerprint: keyedDigest(context.env.pepper, 'email_change', canonicalJson({ ...input })),
  };
  if ((await findAnswer(context.pool, asked)) !== null) return;
  try {
    await confirmChange(context, member, input, asked);
  } catch (error) {
    // The same question, sent twice at once: the other one has used the codes up.
    if ((await findAnswer(context.pool, asked)) !== null) return;
    if (isTaken(error)) refuse('err_conflict');
    throw error;
  }
};

const confirmChange = async (
  context: Context,
  { memberId, sessionId }: SessionMember,
  { email, code, newCode }: EmailChange,
  asked: AskedKey,
): Promise<void> => {
  const { pool, expiryClock } = context;
  const newKey = normaliseEmail(email);
  const now = new Date(expiryClock.now());
  const { present, fresh } = await inTransaction(pool, async (tx) =>
    ownersOf(await requireChanging(tx, memberId, newKey, now), newKey),
  );
  const codeId = (await tryCode(context, present, code, memberId)) ?? refuseCode();
  const field = 'new_verify_code';
  const newCodeId = (await tryCode(context, fresh, newCode, memberId, field)) ?? refuseCode(field);
  await changeFactor(context, { memberId, sessionId }, 'new_email', async (tx, at) => {
    const { email: before, emailKey } = await requireChanging(tx, memberId, newKey, at);
    // Another change has taken place since the codes were compared.
    if (emailKey !== present.emailKey || !(await useCode(tx, codeId, at))) refuseCode();
    if (!(await useCode(tx, newCodeId, at))) refuseCode(field);
    if (!(await replaceEmail(tx, memberId, email, newKey))) refuse('err_conflict');
    await takeOtherLinks(tx, memberId, at);
    await once(tx, asked, { answer: {}, at }, async () => undefined);
    return [
      {
        actor: `member:${memberId}`,
        action: 'member.email',
        subject: `member:${memberId}`,
        reason: 'Confirmed with PIN and codes of both mailboxes',
        detail: { before: masked(before), after: masked(email) },
      },
    ];
  });
};

/** For the audit log, which nobody can take anything out of: "a•••@example.com". */
const masked = (email: string): string => email.replace(/^(.).*@/u, '$1•••@');
