import { MINUTE_MS } from '@minerx/rules/duration';
import { isValidPassword } from '@minerx/rules/password';
import type { Context } from '../../context.ts';
import type { SignedInOperator } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { newRecoveryCodes } from '../../security/recovery-code.ts';
import { hashPassword, inHashingTurn } from '../../security/secret-hash.ts';
import { describeTotp, newTotpSecret, stepOfCode } from '../../security/totp.ts';
import { openUntil, sealUntil } from '../../security/vault.ts';
import { changeOwnKey } from './change-key.command.ts';
import { recoveryHash, totpLabel } from './operator-sign-in.command.ts';
import {
  insertRecoveryCodes,
  retireRecoveryCodes,
  setOperatorPassword,
  setOperatorTotpSecret,
} from './operator.store.ts';

/** For so long the secret of a QR code can be confirmed. */
const DRAFT_MS = 15 * MINUTE_MS;

/** Another password. The second factor was shown for it. @throws err_password_rule */
export const changeOperatorPassword = async (
  context: Context,
  operator: SignedInOperator,
  password: string,
): Promise<void> => {
  if (!isValidPassword(password)) return refuse('err_password_rule');
  const { operatorId } = operator;
  const hash = await inHashingTurn(() => hashPassword(context.env.pepper, `operator:${operatorId}`, password));
  await changeOwnKey(context, operator, 'password', async (tx) => {
    await setOperatorPassword(tx, operatorId, hash);
    return {};
  });
};

/** Only the session that showed the second factor confirms what it was shown. */
const draftLabel = ({ operatorId, tokenHash }: SignedInOperator): string =>
  `totp draft of operator ${operatorId} in ${tokenHash.toString('hex')}`;

/** A secret for another authenticator, which is kept nowhere: the draft is the secret, sealed. The second factor was shown for it. */
export const beginAuthenticator = (
  { env, expiryClock, random, vault }: Context,
  operator: SignedInOperator,
): { secret: string; url: string; draft: string } => {
  const secret = newTotpSecret((count) => random.bytes(count));
  const until = expiryClock.now() + DRAFT_MS;
  const draft = sealUntil(vault, draftLabel(operator), until, secret).toString('base64url');
  return { ...describeTotp(secret, `${env.brand.name} console`, operator.email), draft };
};

/** Puts it in the place of the one before. The code proves that the app has the secret. @throws err_link_invalid, err_code_wrong */
export const changeAuthenticator = async (
  context: Context,
  operator: SignedInOperator,
  { draft, code }: { draft: string; code: string },
): Promise<void> => {
  const { expiryClock, vault } = context;
  const { operatorId, email } = operator;
  const now = expiryClock.now();
  const opened = openUntil(vault, draftLabel(operator), Buffer.from(draft, 'base64url'), now);
  if (opened === null) return refuse('err_link_invalid');
  const step = stepOfCode(opened.content, code, now);
  if (step === null) return refuse('err_code_wrong');
  await changeOwnKey(context, operator, 'authenticator', async (tx) => {
    await setOperatorTotpSecret(tx, operatorId, { totpSecret: vault.seal(totpLabel(email), opened.content), step });
    return {};
  });
};

/** Ten new ones, told once; the older are worth nothing. The second factor was shown for it. */
export const renewOperatorRecoveryCodes = async (context: Context, operator: SignedInOperator): Promise<string[]> => {
  const codes = newRecoveryCodes(context.random);
  await changeOwnKey(context, operator, 'recovery', async (tx, at) => {
    await retireRecoveryCodes(tx, operator.operatorId, at);
    await insertRecoveryCodes(tx, operator.operatorId, codes.map(recoveryHash));
    return {};
  });
  return codes;
};
