import { REDIRECT_MINUTES } from '@minerx/rules/member';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transaction.ts';
import { hashOf } from './session.token.ts';
import { insertLink } from './sign-in.store.ts';

/** 128 random bits. */
const TICKET_BYTES = 16;

export interface SignInTicket {
  ticket: string;
  /** What the operator gives to the member. */
  url: string;
  expiresAt: Date;
}

/**
 * Makes a one-use sign-in ticket for `redirect?id=`, good for two minutes. The operator's command writes who and why to
 * the audit log in the same transaction.
 */
export const issueSignInTicket = async (
  context: Pick<Context, 'clock' | 'random' | 'env'>,
  tx: Tx,
  memberId: bigint,
): Promise<SignInTicket> => {
  const now = context.clock.now();
  const ticket = context.random.bytes(TICKET_BYTES).toString('base64url');
  const expiresAt = new Date(now + REDIRECT_MINUTES * 60_000);
  await insertLink(tx, { hash: hashOf(ticket), purpose: 'redirect', memberId, at: new Date(now), expiresAt });
  return { ticket, url: `${context.env.publicUrl}/redirect?id=${ticket}`, expiresAt };
};
