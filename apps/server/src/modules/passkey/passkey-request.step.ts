import type { Context } from '../../context.ts';
import type { ShownFactor } from '../../ports.ts';
import type { RefusalMore } from '../../refusal.ts';
import { keyedDigest, type SecretOwner } from '../../security/secret-hash.ts';
import { makeChallenge, takeAssertion } from './passkey-assertion.step.ts';
import type { Passkey } from './passkey.store.ts';

type Dependencies = Pick<Context, 'pool' | 'env' | 'expiryClock' | 'random' | 'vault' | 'security'>;

/** The request itself: another owner's, call, key or body is another one. */
const purposeOf = ({ env }: Pick<Context, 'env'>, owner: SecretOwner, { call, key, body }: ShownFactor): string => {
  const request = keyedDigest(env.pepper, 'request', owner, call, key ?? '', body);
  return `${owner}: ${request.toString('hex')}`;
};

/** Beside a refusal, of whoever has passkeys: a challenge for this request, which of them may answer it, and whether an app's code would do as well. */
export const askForPasskey = (
  context: Dependencies,
  owner: SecretOwner,
  { passkeys, hasApp }: { passkeys: readonly Passkey[]; hasApp: boolean },
  shown: ShownFactor,
): RefusalMore => {
  const ours = passkeys.filter(({ isOurs }) => isOurs);
  if (ours.length === 0) return {};
  return {
    details: {
      passkey_challenge: makeChallenge(context, purposeOf(context, owner, shown)),
      passkey_ids: ours.map(({ credentialId }) => credentialId.toString('base64url')).join(' '),
      factor_app: String(hasApp),
    },
  };
};

/** Whether a passkey of the owner signed this request, which may be asked for again where it has a key. */
export const judgePasskey = async (
  context: Dependencies,
  owner: SecretOwner,
  code: string,
  shown: ShownFactor,
): Promise<'right' | 'over' | 'wrong'> => {
  const purpose = purposeOf(context, owner, shown);
  const again = shown.key !== undefined;
  const taken = await takeAssertion(context, code, { purpose, isOwner: (each) => each === owner, again });
  return typeof taken === 'string' ? taken : 'right';
};
