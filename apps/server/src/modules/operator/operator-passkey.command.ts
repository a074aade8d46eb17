import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { SignedInOperator } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { operatorOf, type MadePasskey } from '../../security/passkey.ts';
import type { SecretOwner } from '../../security/secret-hash.ts';
import {
  describePasskeyToMake,
  keepPasskey,
  requireNewKey,
  type PasskeySession,
  type PasskeyToMake,
} from '../passkey/new-passkey.step.ts';
import { makeChallenge, takeAssertion } from '../passkey/passkey-assertion.step.ts';
import { endPasskey, findPasskey, listPasskeys, type Passkey } from '../passkey/passkey.store.ts';
import { changeOwnKey } from './change-key.command.ts';
import { openOperatorSession, type OperatorOrigin } from './operator-sign-in.command.ts';
import { lockOperator } from './operator.store.ts';

const sessionOf = ({ operatorId, tokenHash }: SignedInOperator): PasskeySession => ({
  owner: `operator:${operatorId}`,
  session: tokenHash.toString('hex'),
});

export const readOperatorPasskeys = ({ pool, env }: Context, operator: SignedInOperator): Promise<Passkey[]> =>
  listPasskeys(pool, env.pepper, sessionOf(operator).owner);

/** What a browser makes a passkey of. The second factor was shown for it at the gate. @throws err_conflict when there are ten */
export const beginOperatorPasskey = (context: Context, operator: SignedInOperator): Promise<PasskeyToMake> =>
  describePasskeyToMake(context, sessionOf(operator));

/** @throws err_passkey_wrong, err_conflict when it is kept already or there are ten */
export const addOperatorPasskey = async (
  context: Context,
  operator: SignedInOperator,
  { name, made }: { name: string; made: MadePasskey },
): Promise<void> => {
  const asking = sessionOf(operator);
  const key = await requireNewKey(context, asking, made);
  await changeOwnKey(context, operator, 'passkey_add', async (tx, at) => {
    await keepPasskey(context, tx, key, { owner: asking.owner, name, at });
    return { passkey: name };
  });
};

/** Takes one away. The second factor was shown for it at the gate. @throws err_not_found */
export const removeOperatorPasskey = (context: Context, operator: SignedInOperator, id: string): Promise<void> => {
  const { owner } = sessionOf(operator);
  return changeOwnKey(context, operator, 'passkey_remove', async (tx, at) => {
    const passkeys = await listPasskeys(tx, context.env.pepper, owner);
    const { name } = passkeys.find((each) => each.id === id) ?? refuse('err_not_found');
    await endPasskey(tx, context.env.pepper, { id, owner, at });
    return { passkey: name };
  });
};

/** Of nobody yet: who it is says the passkey. */
const PURPOSE = 'sign-in of an operator';

export const beginOperatorPasskeySignIn = (context: Context): string => makeChallenge(context, PURPOSE);

const isOperator = (owner: SecretOwner): boolean => operatorOf(owner) !== null;

/**
 * Signs an operator in with a passkey, which stands for password and code: the authenticator has asked who holds it. Nobody's can be
 * guessed, so wrong ones count for nobody.
 * @returns the token of the session and whose it is
 * @throws err_passkey_wrong
 */
export const signInOperatorWithPasskey = async (
  context: Context,
  shown: string,
  from: OperatorOrigin,
): Promise<{ token: string; email: string }> => {
  const { pool, env, security } = context;
  const passkey = await takeAssertion(context, shown, { purpose: PURPOSE, isOwner: isOperator });
  if (passkey === 'over')
    return refuse('err_passkey_wrong', { details: { passkey_challenge: beginOperatorPasskeySignIn(context) } });
  if (passkey === 'wrong') {
    security.note('operator_sign_in_failed', { address: from.address });
    return refuse('err_passkey_wrong');
  }
  const { owner, credentialId, name } = passkey;
  return inTransaction(pool, async (tx) => {
    const operator = await lockOperator(tx, operatorOf(owner)!);
    if (operator === null || operator.disabledAt !== null) return refuse('err_passkey_wrong');
    // A statement of its own: it must see what the holder of the lock has committed.
    if ((await findPasskey(tx, env.pepper, credentialId)) === null) return refuse('err_passkey_wrong');
    return { token: await openOperatorSession(context, tx, operator, from, { passkey: name }), email: operator.email };
  });
};
