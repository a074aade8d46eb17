import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { refuse } from '../../../refusal.ts';
import { findFrozenByLink, takeLink } from '../../session/sign-in.store.ts';
import { freezeIn, type AccountInput } from './freeze.step.ts';

/**
 * Freezes the account that the link of a mail names and ends its sessions. The same link again, after an answer that got
 * lost, finds the account frozen and succeeds.
 * @throws err_freeze_link_over
 */
export const freezeByLink = async (
  { pool, env, expiryClock, bus, security }: Pick<Context, 'pool' | 'env' | 'expiryClock' | 'bus' | 'security'>,
  token: string,
) => {
  const at = new Date(expiryClock.now());
  const ended = await inTransaction(pool, async (tx) => {
    const memberId = await takeLink(tx, env.pepper, token, 'freeze', at);
    if (memberId === null) return (await findFrozenByLink(tx, token)) ? [] : refuse('err_freeze_link_over');
    const input: AccountInput = { memberId, actor: `member:${memberId}`, reason: 'By the link of a mail' };
    const sessions = await freezeIn(tx, at, input);
    if (sessions !== null) security.note('account_frozen', { memberId });
    return sessions ?? [];
  });
  for (const sessionId of ended) bus.publish('session_ended', { sessionId });
};
