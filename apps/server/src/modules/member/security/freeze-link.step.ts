import { DAY_MS } from '@minerx/rules/duration';
import { FREEZE_LINK_DAYS } from '@minerx/rules/member';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/transaction.ts';
import { insertLink } from '../../session/sign-in.store.ts';

/** 128 random bits. */
const LINK_BYTES = 16;

/** Makes the link by which whoever gets the mail can freeze the account; gives its address. */
export const makeFreezeLink = async (
  { random, env }: Pick<Context, 'random' | 'env'>,
  tx: Tx,
  memberId: bigint,
  at: Date,
): Promise<string> => {
  const token = random.bytes(LINK_BYTES).toString('base64url');
  const expiresAt = new Date(at.getTime() + FREEZE_LINK_DAYS * DAY_MS);
  await insertLink(tx, env.pepper, { token, purpose: 'freeze', memberId, at, expiresAt });
  return `${env.publicUrl}/freezeAccount/${token}`;
};
