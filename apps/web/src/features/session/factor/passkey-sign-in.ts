import { passkeyLogin, passkeyLoginBegin } from '@minerx/contract/passkey';
import { request } from '../../../base/api.ts';
import { tellLanguageChoice } from '../../../base/language/language-choice.ts';
import { holdSession } from '../../../base/session.ts';
import { answerWithPasskey } from './webauthn.ts';

/**
 * Signs in with a passkey of whomever; false when the member does not want to.
 * @throws {Refusal} err_passkey_wrong, err_login_locked, err_account_frozen
 */
export async function signInWithPasskey(): Promise<boolean> {
  const { passkey_challenge: challenge } = await request(passkeyLoginBegin, {});
  const passkey = await answerWithPasskey({ challenge, ids: [] });
  if (passkey === null) return false;
  const { accessToken } = await request(passkeyLogin, { body: { passkey } });
  holdSession(accessToken);
  void tellLanguageChoice();
  return true;
}
