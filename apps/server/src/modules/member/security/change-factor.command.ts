import type { Context } from '../../../context.ts';
import type { SessionMember } from '../../../ports.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import type { SecurityEvent } from '../../../security/security-event.ts';
import { mailLanguage, queueMail } from '../../mail/mail.store.ts';
import { endSessionsOfMember } from '../../session/session.store.ts';
import { insertFactorChange, type FactorChange } from './factor-change.store.ts';
import { makeFreezeLink } from './freeze-link.step.ts';
import { getMemberToMail } from '../member.store.ts';

const DAY_MS = 86_400_000;

/** What a signed-in member changes of how the account is guarded, by the mail that tells it. */
const CHANGES = {
  new_password: { kind: 'password', event: 'password_changed' },
  new_pin: { kind: 'pin', event: 'pin_changed' },
  factor_on: { kind: 'factor_on', event: 'factor_on' },
  factor_off: { kind: 'factor_off', event: 'factor_off' },
  new_recovery: { kind: 'recovery', event: 'recovery_renewed' },
} as const satisfies Record<string, { kind: FactorChange; event: SecurityEvent }>;

/** Writes the change, the mail about it and the end of every other session in one transaction, then tells the processes. */
export const changeFactor = async (
  { pool, expiryClock, bus, random, env, security, vault }: Context,
  { memberId, sessionId }: SessionMember,
  template: keyof typeof CHANGES,
  write: (tx: Tx, at: Date) => Promise<void>,
): Promise<void> => {
  const at = new Date(expiryClock.now());
  const { kind, event } = CHANGES[template];
  const ended = await inTransaction(pool, async (tx) => {
    await write(tx, at);
    await insertFactorChange(tx, memberId, kind, at);
    const { fullName, email, language } = await getMemberToMail(tx, memberId);
    await queueMail(
      vault,
      tx,
      {
        template,
        language: mailLanguage(language),
        to: { name: fullName, address: email },
        data: { at: at.toISOString(), freezeUrl: await makeFreezeLink({ random, env }, tx, memberId, at) },
        usefulUntil: at.getTime() + DAY_MS,
      },
      at,
    );
    return endSessionsOfMember(tx, memberId, template, at, sessionId);
  });
  security.note(event, { memberId });
  for (const id of ended) bus.publish('session_ended', { sessionId: id });
  bus.publish('outbox', { topic: 'mail' });
};
