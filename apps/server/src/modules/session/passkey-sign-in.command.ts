import type { WireLanguage } from '@minerx/rules/wire-language';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refusal.ts';
import { findSecrets, hearLanguage, lockMemberToMail } from '../member/member.store.ts';
import { memberOf } from '../../security/passkey.ts';
import type { SecretOwner } from '../../security/secret-hash.ts';
import { findShownPasskey, makeChallenge, takeAssertion } from '../passkey/passkey-assertion.step.ts';
import { findPasskey } from '../passkey/passkey.store.ts';
import type { Origin, Tokens } from './session.command.ts';
import { countAddress, openSession, requireOpenAddress } from './sign-in.command.ts';

/** Of nobody yet: who it is says the passkey. */
const PURPOSE = 'sign-in';

export const beginPasskeySignIn = (context: Context): string => makeChallenge(context, PURPOSE);

const isMember = (owner: SecretOwner): boolean => memberOf(owner) !== null;

/**
 * Signs a member in with a passkey, which stands for password and second factor: the authenticator has asked who holds it. Wrong ones count
 * for the address alone, since nobody's can be guessed, and nobody locks a member out by them; a known device signs in at a locked address.
 * One that lay open for too long is none of these: the refusal brings the next challenge.
 * @param deviceOf the id of a device on which the account of an email was signed in before, or null
 * @throws err_passkey_wrong, err_login_locked, err_too_many, err_account_frozen
 */
export const signInWithPasskey = async (
  context: Context,
  shown: string,
  from: Origin,
  language: WireLanguage | null,
  deviceOf: (emailKey: string) => string | null,
): Promise<{ tokens: Tokens; emailKey: string }> => {
  const { pool, env, bus, security } = context;
  const claimed = await findShownPasskey(context, shown);
  const claimedBy = claimed && memberOf(claimed.owner);
  const owner = claimedBy === null ? null : await findSecrets(pool, claimedBy);
  await requireOpenAddress(context, from.address, owner && deviceOf(owner.emailKey));
  const passkey = await takeAssertion(context, shown, { purpose: PURPOSE, isOwner: isMember });
  if (passkey === 'over')
    return refuse('err_passkey_wrong', { details: { passkey_challenge: beginPasskeySignIn(context) } });
  if (passkey === 'wrong') {
    security.note('passkey_wrong', { address: from.address });
    await countAddress(context, from.address);
    return refuse('err_passkey_wrong');
  }
  const { credentialId } = passkey;
  const memberId = memberOf(passkey.owner)!;
  if (language !== null) await hearLanguage(pool, memberId, language);
  const opened = await inTransaction(pool, async (tx) => {
    // Whoever takes it away ends the sessions that there are, and must not miss this one.
    const { emailKey } = await lockMemberToMail(tx, memberId);
    if ((await findPasskey(tx, env.pepper, credentialId)) === null) return refuse('err_passkey_wrong');
    return { tokens: await openSession(context, tx, memberId, from, deviceOf(emailKey)), emailKey };
  });
  bus.publish('outbox', { topic: 'mail' });
  return opened;
};
