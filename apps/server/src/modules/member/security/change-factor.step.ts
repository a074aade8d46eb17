import type { FactorChangeKind } from '@minerx/contract/operator/list';
import { heldUntil } from '@minerx/rules/factor-hold';
import type { Context } from '../../../context.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { appendAudit, type AuditEntry } from '../../../ledger/audit.ts';
import type { SecurityEvent } from '../../../security/security-event.ts';
import { endSessionsOfMember } from '../../session/session.store.ts';
import { queueAccountMail, type AccountMail } from '../account-mail.step.ts';
import { getMemberToMail } from '../member.store.ts';
import { insertFactorChange } from './factor-change.store.ts';

/** What changes of how an account is guarded, and what is told of it; what `holds` lets nothing of value leave for 48 hours. */
const CHANGES = {
  new_password: { kind: 'password', event: 'password_changed', template: 'new_password', holds: false },
  new_pin: { kind: 'pin', event: 'pin_changed', template: 'new_pin', holds: false },
  factor_on: { kind: 'factor_on', event: 'factor_on', template: 'factor_on', holds: false },
  factor_off: { kind: 'factor_off', event: 'factor_off', template: 'factor_off', holds: false },
  passkey_on: { kind: 'passkey_on', event: 'passkey_on', template: 'passkey_on', holds: false },
  passkey_off: { kind: 'passkey_off', event: 'passkey_off', template: 'passkey_off', holds: false },
  new_recovery: { kind: 'recovery', event: 'recovery_renewed', template: 'new_recovery', holds: false },
  reset: { kind: 'reset', event: 'factors_reset', template: 'password_changed', holds: true },
  factor_lost: { kind: 'factor_lost', event: 'factor_lost', template: 'factor_lost', holds: true },
  new_email: { kind: 'email', event: 'email_changed', template: 'email_changed', holds: true },
} as const satisfies Record<string, { kind: FactorChangeKind; event: SecurityEvent; template: string; holds: boolean }>;

type Change = keyof typeof CHANGES;

const mailOf = (change: Change, at: Date, address: string): AccountMail => {
  const told = CHANGES[change];
  const data = { at: at.toISOString() };
  if (!told.holds) return { template: told.template, data };
  const held = { ...data, until: new Date(heldUntil(at.getTime())).toISOString() };
  return told.template === 'email_changed'
    ? { template: told.template, data: { ...held, address } }
    : { template: told.template, data: held };
};

/**
 * Writes the change, the mail about it (to both addresses where that is what changed) and the end of every session, but the one in which a signed-in member made it, in one transaction;
 * then tells the processes. What `write` gives goes on the audit log.
 */
export const changeFactor = async (
  context: Context,
  { memberId, sessionId }: { memberId: bigint; sessionId?: string },
  change: Change,
  write: (tx: Tx, at: Date) => Promise<void | readonly AuditEntry[]>,
): Promise<void> => {
  const { pool, expiryClock, bus, security } = context;
  const at = new Date(expiryClock.now());
  const { kind, event } = CHANGES[change];
  const ended = await inTransaction(pool, async (tx) => {
    const before = await getMemberToMail(tx, memberId);
    const entries = await write(tx, at);
    await insertFactorChange(tx, memberId, kind, at);
    const after = await getMemberToMail(tx, memberId);
    for (const member of before.emailKey === after.emailKey ? [after] : [before, after])
      await queueAccountMail(context, tx, member, mailOf(change, at, after.email), at);
    const sessions = await endSessionsOfMember(tx, memberId, change, at, sessionId);
    await appendAudit(tx, at, entries ?? []);
    return sessions;
  });
  security.note(event, { memberId });
  for (const id of ended) bus.publish('session_ended', { sessionId: id });
  bus.publish('outbox', { topic: 'mail' });
};
