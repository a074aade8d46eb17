import { MINUTE_MS } from '@minerx/rules/duration';
import { REDIRECT_MINUTES } from '@minerx/rules/member';
import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Context } from '../../context.ts';
import type { Clock } from '../../ports.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { SecurityEvents } from '../../security/security-event.ts';
import type { Vault } from '../../security/vault.ts';
import { refuse } from '../../refusal.ts';
import { endSessionsOfMember } from '../session/session.store.ts';
import { insertLink } from '../session/sign-in.store.ts';
import { queueAccountMail } from './account-mail.step.ts';
import { markUnfrozen } from './member-account.store.ts';
import { getMemberToMail } from './member.store.ts';
import { freezeAndTell, noteAccount, type AccountInput } from './security/freeze.step.ts';

interface Dependencies {
  pool: Pool;
  expiryClock: Clock;
  bus: Bus;
  security: SecurityEvents;
  vault: Vault;
}

/**
 * Freezes an account and ends its sessions; money stays where it is. Gives how many sessions ended.
 * @throws err_conflict when it is frozen already.
 */
export const freezeMember = async (context: Dependencies, input: AccountInput): Promise<number> => {
  const ended = await inTransaction(
    context.pool,
    async (tx) =>
      (await freezeAndTell(context, tx, new Date(context.expiryClock.now()), input)) ?? refuse('err_conflict'),
  );
  context.security.note('account_frozen', input);
  for (const sessionId of ended) context.bus.publish('session_ended', { sessionId });
  context.bus.publish('outbox', { topic: 'mail' });
  return ended.length;
};

/**
 * Opens a frozen account again.
 * @throws err_conflict when the account is not frozen.
 */
export const unfreezeMember = async (
  context: Dependencies & Pick<Context, 'random' | 'env'>,
  input: AccountInput,
): Promise<void> => {
  await inTransaction(context.pool, async (tx) => {
    const at = new Date(context.expiryClock.now());
    if (!(await markUnfrozen(tx, input.memberId))) refuse('err_conflict');
    await noteAccount(tx, at, 'member.unfreeze', input, {});
    const member = await getMemberToMail(tx, input.memberId);
    const told = { template: 'account_unfrozen', data: { at: at.toISOString() } } as const;
    await queueAccountMail(context, tx, member, told, at);
  });
  context.bus.publish('outbox', { topic: 'mail' });
  context.security.note('account_unfrozen', input);
};

/** Ends every session of a member; how many it were. */
export const signOutMember = async (context: Dependencies, input: AccountInput): Promise<number> => {
  const at = new Date(context.expiryClock.now());
  const ended = await inTransaction(context.pool, async (tx) => {
    const sessions = await endSessionsOfMember(tx, input.memberId, 'signed_out', at);
    await noteAccount(tx, at, 'member.sign_out', input, { sessions: sessions.length });
    return sessions;
  });
  for (const sessionId of ended) context.bus.publish('session_ended', { sessionId });
  return ended.length;
};

/** 128 random bits. */
const LINK_BYTES = 16;

/** Makes a one-use sign-in link, good for two minutes, for whoever holds its address. */
export const issueRedirect = (
  context: Dependencies & Pick<Context, 'random' | 'env'>,
  input: AccountInput,
): Promise<{ url: string; expiresAt: Date }> =>
  inTransaction(context.pool, async (tx) => {
    const at = new Date(context.expiryClock.now());
    const expiresAt = new Date(at.getTime() + REDIRECT_MINUTES * MINUTE_MS);
    const token = context.random.bytes(LINK_BYTES).toString('base64url');
    await insertLink(tx, context.env.pepper, {
      token,
      purpose: 'redirect',
      memberId: input.memberId,
      at,
      expiresAt,
    });
    await noteAccount(tx, at, 'member.redirect', input, { expires: expiresAt.toISOString() });
    return { url: `${context.env.publicUrl}/redirect?id=${token}`, expiresAt };
  });
