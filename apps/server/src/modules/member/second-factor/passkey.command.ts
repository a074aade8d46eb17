import type { Context } from '../../../context.ts';
import type { SessionMember } from '../../../ports.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { refuse } from '../../../refusal.ts';
import type { MadePasskey } from '../../../security/passkey.ts';
import { newRecoveryCodes } from '../../../security/recovery-code.ts';
import {
  describePasskeyToMake,
  keepPasskey,
  requireNewKey,
  type PasskeySession,
  type PasskeyToMake,
} from '../../passkey/new-passkey.step.ts';
import { endPasskey, listPasskeys, type Passkey } from '../../passkey/passkey.store.ts';
import { requireOutgoing } from '../outgoing.ledger.ts';
import { lockMemberToMail } from '../member.store.ts';
import { changeFactor } from '../security/change-factor.step.ts';
import { findFactors, retireUnneededCodes } from './factors.step.ts';
import { replaceRecoveryCodes } from './second-factor.store.ts';

export const readPasskeys = ({ pool, env }: Context, memberId: bigint): Promise<Passkey[]> =>
  listPasskeys(pool, env.pepper, `member:${memberId}`);

const sessionOf = ({ memberId, sessionId }: SessionMember): PasskeySession => ({
  owner: `member:${memberId}`,
  session: sessionId,
});

/**
 * What a browser makes a passkey of. PIN and second factor were checked at the gate. As with the authenticator app: not while nothing may
 * leave the account, so that whoever reads the mailbox does not lock its owner out.
 * @throws err_conflict when there are ten, err_account_frozen, err_recent_reset
 */
export const beginPasskey = async (
  context: Context,
  member: SessionMember,
): Promise<PasskeyToMake & { email: string }> => {
  const { pool, expiryClock } = context;
  const email = await inTransaction(pool, async (tx) => {
    const locked = await lockMemberToMail(tx, member.memberId);
    requireOutgoing(locked, new Date(expiryClock.now()));
    return locked.email;
  });
  return { ...(await describePasskeyToMake(context, sessionOf(member))), email };
};

/**
 * Keeps a passkey.
 * @returns recovery codes, told once, where the member had no second factor before; else none
 * @throws err_passkey_wrong, err_conflict when it is kept already or there are ten, err_account_frozen, err_recent_reset
 */
export const addPasskey = async (
  context: Context,
  member: SessionMember,
  { name, made }: { name: string; made: MadePasskey },
): Promise<string[]> => {
  const { env, random } = context;
  const { memberId } = member;
  const asking = sessionOf(member);
  const key = await requireNewKey(context, asking, made);
  let told: string[] = [];
  await changeFactor(context, member, 'passkey_on', async (tx, at) => {
    requireOutgoing(await lockMemberToMail(tx, memberId), at);
    const factors = await findFactors(tx, env.pepper, memberId);
    await keepPasskey(context, tx, key, { owner: asking.owner, name, at });
    if (factors !== null) return;
    told = newRecoveryCodes(random);
    await replaceRecoveryCodes(tx, env.pepper, { memberId, codes: told, at });
  });
  return told;
};

/** Takes one away. PIN and second factor were checked at the gate. @throws err_not_found */
export const removePasskey = async (context: Context, member: SessionMember, id: string): Promise<void> => {
  const { pepper } = context.env;
  const { owner } = sessionOf(member);
  await changeFactor(context, member, 'passkey_off', async (tx, at) => {
    await lockMemberToMail(tx, member.memberId);
    const passkeys = await listPasskeys(tx, pepper, owner);
    if (!passkeys.some((each) => each.id === id)) refuse('err_not_found');
    await endPasskey(tx, pepper, { id, owner, at });
    await retireUnneededCodes(tx, pepper, member.memberId, at);
  });
};
