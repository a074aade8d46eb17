import { canAddPasskey } from '@minerx/rules/passkey';
import { uuidV7 } from '../../base/ids.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transaction.ts';
import { refuse } from '../../refusal.ts';
import { memberOf, ownerKey, readMadePasskey, type MadePasskey, type PasskeyKey } from '../../security/passkey.ts';
import { keyedDigest, type SecretOwner } from '../../security/secret-hash.ts';
import { expectChallenge, makeChallenge } from './passkey-assertion.step.ts';
import { insertPasskey, listPasskeys, takeChallenge } from './passkey.store.ts';

/** Who makes one: only the session that showed what it takes adds what it asked for. */
export interface PasskeySession {
  owner: SecretOwner;
  session: string;
}

const purposeOf = ({ owner, session }: PasskeySession): string => `a new one of ${owner} in ${session}`;

export interface PasskeyToMake {
  challenge: string;
  /** The user handle: the same for all passkeys of an owner, and of no use to whoever reads it. */
  user: string;
  ids: string[];
}

/** What a browser makes a passkey of. @throws err_conflict when there are ten */
export const describePasskeyToMake = async (context: Context, asking: PasskeySession): Promise<PasskeyToMake> => {
  const { pool, env } = context;
  const passkeys = await listPasskeys(pool, env.pepper, asking.owner);
  if (!canAddPasskey(passkeys.length)) refuse('err_conflict');
  return {
    challenge: makeChallenge(context, purposeOf(asking)),
    user: keyedDigest(env.pepper, 'passkey user', ownerKey(asking.owner)).toString('base64url'),
    ids: passkeys.map(({ credentialId }) => credentialId.toString('base64url')),
  };
};

/** A key that was made for a challenge of ours, which is not taken yet. */
interface NewKey {
  key: PasskeyKey;
  hash: Buffer;
  expiresAt: Date;
}

/** @throws err_passkey_wrong */
export const requireNewKey = async (context: Context, asking: PasskeySession, made: MadePasskey): Promise<NewKey> => {
  const { isOurs, answered } = expectChallenge(context, purposeOf(asking));
  const key = await readMadePasskey(context.env, made, isOurs);
  if (key !== null) return { key, ...answered() };
  context.security.note('passkey_wrong', { memberId: memberOf(asking.owner) });
  return refuse('err_passkey_wrong');
};

/**
 * Keeps it; whoever calls this holds the owner's lock.
 * @throws err_passkey_wrong when its challenge was answered before, err_conflict when it is kept already or there are ten
 */
export const keepPasskey = async (
  { env, clock, random }: Context,
  tx: Tx,
  { key, hash, expiresAt }: NewKey,
  { owner, name, at }: { owner: SecretOwner; name: string; at: Date },
): Promise<void> => {
  if (!(await takeChallenge(tx, hash, expiresAt))) refuse('err_passkey_wrong');
  if (!canAddPasskey((await listPasskeys(tx, env.pepper, owner)).length)) refuse('err_conflict');
  const passkey = { ...key, id: uuidV7(clock, random), owner, name, at };
  if (!(await insertPasskey(tx, env.pepper, passkey))) refuse('err_conflict');
};
