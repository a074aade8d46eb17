import { FREEZE_LINK_DAYS } from '@minerx/rules/member';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { refuse } from '../../refusal.ts';
import { findFrozenByLink, hashOfLink, insertLink, takeLink } from '../session/sign-in.store.ts';
import { freezeIn, type AccountInput } from './member-account.command.ts';

/** 128 random bits. */
const LINK_BYTES = 16;
const DAY_MS = 86_400_000;

/** Makes the link by which whoever gets the mail can freeze the account; gives its address. */
export const makeFreezeLink = async (
  { random, env }: Pick<Context, 'random' | 'env'>,
  tx: Tx,
  memberId: bigint,
  at: Date,
): Promise<string> => {
  const token = random.bytes(LINK_BYTES).toString('base64url');
  const expiresAt = new Date(at.getTime() + FREEZE_LINK_DAYS * DAY_MS);
  await insertLink(tx, { hash: hashOfLink(token), purpose: 'freeze', memberId, at, expiresAt });
  return `${env.publicUrl}/freezeAccount/${token}`;
};

/**
 * Freezes the account that the link of a mail names and ends its sessions. The same link again, after an answer that got
 * lost, finds the account frozen and succeeds.
 * @throws err_freeze_link_over
 */
export const freezeByLink = async (
  { pool, expiryClock, bus, security }: Pick<Context, 'pool' | 'expiryClock' | 'bus' | 'security'>,
  token: string,
) => {
  const hash = hashOfLink(token);
  const at = new Date(expiryClock.now());
  const ended = await inTransaction(pool, async (tx) => {
    const memberId = await takeLink(tx, hash, 'freeze', at);
    if (memberId === null) return (await findFrozenByLink(tx, hash)) ? [] : refuse('err_freeze_link_over');
    const input: AccountInput = { memberId, actor: `member:${memberId}`, reason: 'By the link of a mail' };
    const sessions = await freezeIn(tx, at, input);
    if (sessions !== null) security.note('account_frozen', { memberId });
    return sessions ?? [];
  });
  for (const sessionId of ended) bus.publish('session_ended', { sessionId });
};
