import type { Context } from '../../../context.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { refuse } from '../../../refusal.ts';
import { findFrozenByLink, takeLink } from '../../session/sign-in.store.ts';
import { freezeAndTell, type AccountInput } from './freeze.step.ts';

type Freezing = Pick<Context, 'pool' | 'env' | 'expiryClock' | 'bus' | 'security' | 'vault'>;

/**
 * Freezes the account that the link of a mail names and ends its sessions. The same link again, after an answer that got
 * lost, finds the account frozen and succeeds.
 * @throws err_freeze_link_over
 */
export const freezeByLink = (context: Freezing, token: string) =>
  freeze(context, 'By the link of a mail', async (tx, at) => {
    const memberId = await takeLink(tx, context.env.pepper, token, 'freeze', at);
    return memberId ?? ((await findFrozenByLink(tx, token)) ? null : refuse('err_freeze_link_over'));
  });

/** Freezes the account of a member who is signed in and ends its sessions, the one that asks among them. Frozen it stays as it is. */
export const freezeOwn = (context: Freezing, memberId: bigint) =>
  freeze(context, 'By its member, signed in', async () => memberId);

/** @param find whose account; null: it is frozen already */
const freeze = async (
  { pool, expiryClock, bus, security, vault }: Freezing,
  reason: string,
  find: (tx: Tx, at: Date) => Promise<bigint | null>,
) => {
  const at = new Date(expiryClock.now());
  const ended = await inTransaction(pool, async (tx) => {
    const memberId = await find(tx, at);
    if (memberId === null) return null;
    const input: AccountInput = { memberId, actor: `member:${memberId}`, reason };
    const sessions = await freezeAndTell({ vault }, tx, at, input);
    if (sessions !== null) security.note('account_frozen', { memberId });
    return sessions;
  });
  if (ended === null) return;
  for (const sessionId of ended) bus.publish('session_ended', { sessionId });
  bus.publish('outbox', { topic: 'mail' });
};
