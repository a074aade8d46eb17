import { MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { SessionMember } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { openUntil, sealUntil } from '../../security/vault.ts';
import { exportSubject } from '../attempt/attempt-rule.ts';
import { noteLock, takeAttempt } from '../attempt/attempt.step.ts';
import { queueAccountMail } from '../member/account-mail.step.ts';
import { getMemberToMail, lockMemberToMail } from '../member/member.store.ts';
import { requireOutgoing } from '../member/outgoing.ledger.ts';

/** For so long the file can be fetched, again too: a phone on a train loses a download. */
const TICKET_MS = 10 * MINUTE_MS;

/** Of this session alone: a ticket that was read off is worth nothing elsewhere. */
const labelOf = ({ memberId, sessionId }: SessionMember): string => `personal data of ${memberId} in ${sessionId}`;

/**
 * A ticket for the file of everything that is held of the member, who is told by mail. PIN and second factor were checked at the gate.
 * Not while anything is held: whoever has just set password and PIN by the mailbox would have it all before its owner reads of it.
 * @throws err_account_frozen, err_recent_reset; err_too_many after five within a day
 */
export const askForData = async (context: Context, member: SessionMember): Promise<string> => {
  const { pool, expiryClock, vault, security, bus } = context;
  const now = expiryClock.now();
  await inTransaction(pool, async (tx) => requireOutgoing(await lockMemberToMail(tx, member.memberId), new Date(now)));
  const attempt = await takeAttempt(context, exportSubject(member.memberId), 'export', now);
  if (attempt.locked) return refuse('err_too_many', { retryAfterS: attempt.retryAfterS });
  noteLock(context, 'export', attempt, member);
  const at = new Date(now);
  await inTransaction(pool, async (tx) => {
    const told = await getMemberToMail(tx, member.memberId);
    await queueAccountMail(context, tx, told, { template: 'data_exported', data: { at: at.toISOString() } }, at);
  });
  security.note('data_exported', member);
  bus.publish('outbox', { topic: 'mail' });
  return sealUntil(vault, labelOf(member), now + TICKET_MS, Buffer.alloc(0)).toString('base64url');
};

/** @throws err_link_invalid when the ticket is over, or was not made for this session */
export const requireDataTicket = ({ expiryClock, vault }: Context, member: SessionMember, ticket: string): void => {
  const opened = openUntil(vault, labelOf(member), Buffer.from(ticket, 'base64url'), expiryClock.now());
  if (opened === null) refuse('err_link_invalid');
};
