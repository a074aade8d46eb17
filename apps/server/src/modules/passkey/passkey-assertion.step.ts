import { MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { hashOf } from '../../security/opaque-token.ts';
import { counterOfAssertion, memberOf, readAssertion } from '../../security/passkey.ts';
import type { SecretOwner } from '../../security/secret-hash.ts';
import { openUntil, sealUntil } from '../../security/vault.ts';
import { findPasskey, takeChallenge, usePasskey, type Passkey } from './passkey.store.ts';

/** For so long a challenge can be answered. */
const CHALLENGE_MS = 2 * MINUTE_MS;
const CHALLENGE_BYTES = 16;

const labelOf = (purpose: string): string => `passkey challenge for ${purpose}`;

/**
 * Random bytes for an authenticator to sign, sealed for one purpose and two minutes: it is kept nowhere until it is answered.
 * @param purpose whose it is and what for; answered for anything else it is none
 */
export const makeChallenge = (
  { vault, random, expiryClock }: Pick<Context, 'vault' | 'random' | 'expiryClock'>,
  purpose: string,
): string => {
  const until = expiryClock.now() + CHALLENGE_MS;
  return sealUntil(vault, labelOf(purpose), until, random.bytes(CHALLENGE_BYTES)).toString('base64url');
};

/** What a passkey answered. */
interface Answered {
  hash: Buffer;
  expiresAt: Date;
}

/** A check for whoever reads an answer, and the challenge that it let pass. */
export const expectChallenge = (
  { vault, expiryClock }: Pick<Context, 'vault' | 'expiryClock'>,
  purpose: string,
): { isOurs: (challenge: string) => boolean; isOver: () => boolean; answered: () => Answered } => {
  let passed: Answered | undefined;
  let isOver = false;
  return {
    isOurs: (challenge) => {
      const opened = openUntil(vault, labelOf(purpose), Buffer.from(challenge, 'base64url'), -Infinity);
      isOver = opened !== null && opened.until < expiryClock.now();
      if (opened === null || isOver) return false;
      passed = { hash: hashOf(challenge), expiresAt: new Date(opened.until) };
      return true;
    },
    isOver: () => isOver,
    answered: () => passed!,
  };
};

type Dependencies = Pick<Context, 'pool' | 'env' | 'expiryClock' | 'vault' | 'security'>;

/** Whose passkey an answer names; whether it made the answer is not looked at. */
export const findShownPasskey = async (
  { pool, env }: Pick<Context, 'pool' | 'env'>,
  shown: string,
): Promise<Passkey | null> => {
  const assertion = readAssertion(shown);
  return assertion && findPasskey(pool, env.pepper, Buffer.from(assertion.credentialId, 'base64url'));
};

/**
 * Whose passkey is shown. `wrong`: it is none of ours, was not asked for this purpose, or answers a challenge once more; `over`: what it
 * answers was ours and lay too long, which nobody is blamed for. A counter that did not rise is noted: the key may have been copied.
 * @param isOwner whose passkeys will do
 * @param again the same thing may be asked for again: its challenge opens it as often
 */
export const takeAssertion = async (
  context: Dependencies,
  shown: string,
  { purpose, isOwner, again = false }: { purpose: string; isOwner: (owner: SecretOwner) => boolean; again?: boolean },
): Promise<Passkey | 'over' | 'wrong'> => {
  const { pool, env, expiryClock, security } = context;
  const assertion = readAssertion(shown);
  const passkey = await findShownPasskey(context, shown);
  if (assertion === null || passkey === null) return 'wrong';
  if (!isOwner(passkey.owner)) return 'wrong';
  const { isOurs, isOver, answered } = expectChallenge(context, purpose);
  const counter = await counterOfAssertion(env, assertion, passkey.publicKey, isOurs);
  if (counter === null) return isOver() ? 'over' : 'wrong';
  const { hash, expiresAt } = answered();
  try {
    const isRight = await inTransaction(pool, async (tx) => {
      if (!(await takeChallenge(tx, hash, expiresAt))) return again;
      const at = new Date(expiryClock.now());
      const use = await usePasskey(tx, { id: passkey.id, counter, at });
      if (use === 'fell') throw new CounterFell();
      return use === 'used';
    });
    return isRight ? passkey : 'wrong';
  } catch (error) {
    if (!(error instanceof CounterFell)) throw error;
    security.note('passkey_counter', { memberId: memberOf(passkey.owner) });
    return 'wrong';
  }
};

/** Takes the challenge back: asked for again, it falls again. */
class CounterFell extends Error {}
