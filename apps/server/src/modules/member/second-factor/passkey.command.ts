import { canAddPasskey } from '@minerx/rules/passkey';
import type { Context } from '../../../context.ts';
import type { SessionMember } from '../../../ports.ts';
import { uuidV7 } from '../../../base/ids.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { refuse } from '../../../refusal.ts';
import { readMadePasskey, type MadePasskey } from '../../../security/passkey.ts';
import { newRecoveryCodes } from '../../../security/recovery-code.ts';
import { keyedDigest } from '../../../security/secret-hash.ts';
import { requireOutgoing } from '../outgoing.ledger.ts';
import { lockMemberToMail } from '../member.store.ts';
import { changeFactor } from '../security/change-factor.step.ts';
import { findFactors, retireUnneededCodes } from './factors.step.ts';
import { expectChallenge, makeChallenge } from './passkey-assertion.step.ts';
import { endPasskey, insertPasskey, listPasskeys, takeChallenge, type Passkey } from './passkey.store.ts';
import { replaceRecoveryCodes } from './second-factor.store.ts';

export const readPasskeys = ({ pool, env }: Context, memberId: bigint): Promise<Passkey[]> =>
  listPasskeys(pool, env.pepper, memberId);

/** Only the session that showed PIN and second factor adds what it asked for. */
const purposeOf = ({ memberId, sessionId }: SessionMember): string => `a new one of ${memberId} in ${sessionId}`;

interface PasskeyToMake {
  challenge: string;
  /** The user handle: the same for all passkeys of a member, and of no use to whoever reads it. */
  user: string;
  email: string;
  ids: string[];
}

/**
 * What a browser makes a passkey of. PIN and second factor were checked at the gate. As with the authenticator app: not while nothing may
 * leave the account, so that whoever reads the mailbox does not lock its owner out.
 * @throws err_conflict when there are ten, err_account_frozen, err_recent_reset
 */
export const beginPasskey = async (context: Context, member: SessionMember): Promise<PasskeyToMake> => {
  const { pool, env, expiryClock } = context;
  const { memberId } = member;
  const email = await inTransaction(pool, async (tx) => {
    const locked = await lockMemberToMail(tx, memberId);
    requireOutgoing(locked, new Date(expiryClock.now()));
    return locked.email;
  });
  const passkeys = await readPasskeys(context, memberId);
  if (!canAddPasskey(passkeys.length)) refuse('err_conflict');
  return {
    challenge: makeChallenge(context, purposeOf(member)),
    user: keyedDigest(env.pepper, 'passkey user', memberId.toString()).toString('base64url'),
    email,
    ids: passkeys.map(({ credentialId }) => credentialId.toString('base64url')),
  };
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
  const { env, clock, random, security } = context;
  const { memberId } = member;
  const { isOurs, answered } = expectChallenge(context, purposeOf(member));
  const key = await readMadePasskey(env, made, isOurs);
  if (key === null) {
    security.note('passkey_wrong', { memberId });
    return refuse('err_passkey_wrong');
  }
  const { hash, expiresAt } = answered();
  let told: string[] = [];
  await changeFactor(context, member, 'passkey_on', async (tx, at) => {
    requireOutgoing(await lockMemberToMail(tx, memberId), at);
    if (!(await takeChallenge(tx, hash, expiresAt))) refuse('err_passkey_wrong');
    const factors = await findFactors(tx, env.pepper, memberId);
    if (!canAddPasskey(factors?.passkeys.length ?? 0)) refuse('err_conflict');
    const passkey = { ...key, id: uuidV7(clock, random), memberId, name, at };
    if (!(await insertPasskey(tx, env.pepper, passkey))) refuse('err_conflict');
    if (factors !== null) return;
    told = newRecoveryCodes(random);
    await replaceRecoveryCodes(tx, env.pepper, { memberId, codes: told, at });
  });
  return told;
};

/** Takes one away. PIN and second factor were checked at the gate. @throws err_not_found */
export const removePasskey = async (context: Context, member: SessionMember, id: string): Promise<void> => {
  const { pepper } = context.env;
  const { memberId } = member;
  await changeFactor(context, member, 'passkey_off', async (tx, at) => {
    await lockMemberToMail(tx, memberId);
    const passkeys = await listPasskeys(tx, pepper, memberId);
    if (!passkeys.some((each) => each.id === id)) refuse('err_not_found');
    await endPasskey(tx, pepper, { id, memberId, at });
    await retireUnneededCodes(tx, pepper, memberId, at);
  });
};
