import type { Actor } from '../../../base/actor.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/transaction.ts';
import { appendAudit } from '../../../ledger/audit.ts';
import { mailbox, queueMail } from '../../mail/mail.store.ts';
import { endSessionsOfMember } from '../../session/session.store.ts';
import { markFrozen } from '../member-account.store.ts';
import { getMemberToMail } from '../member.store.ts';

/** Which member, by whom and why: for the audit log. */
export interface AccountInput {
  memberId: bigint;
  actor: Actor;
  reason: string;
}

/** Freezes in a transaction; the ids of the sessions that ended, for `session_ended`, or null when it was frozen before. */
export const freezeIn = async (tx: Tx, at: Date, input: AccountInput): Promise<string[] | null> => {
  if (!(await markFrozen(tx, input.memberId, at))) return null;
  const sessions = await endSessionsOfMember(tx, input.memberId, 'frozen', at);
  await noteAccount(tx, at, 'member.freeze', input, { sessions: sessions.length });
  return sessions;
};

/** The same, and queues the mail that says so. After the commit: `bus.publish('outbox', { topic: 'mail' })`. */
export const freezeAndTell = async (
  { vault }: Pick<Context, 'vault'>,
  tx: Tx,
  at: Date,
  input: AccountInput,
): Promise<string[] | null> => {
  const sessions = await freezeIn(tx, at, input);
  if (sessions === null) return null;
  const member = await getMemberToMail(tx, input.memberId);
  await queueMail(vault, tx, { template: 'account_frozen', ...mailbox(member), data: { at: at.toISOString() } }, at);
  return sessions;
};

/** What was done with an account, on the audit log. */
export const noteAccount = (
  tx: Tx,
  at: Date,
  action: string,
  { memberId, actor, reason }: AccountInput,
  detail: Record<string, string | number>,
) => appendAudit(tx, at, [{ actor, action, subject: `member:${memberId}`, reason, detail }]);
