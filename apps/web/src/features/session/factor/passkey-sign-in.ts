import { passkeyLogin, passkeyLoginBegin } from '@minerx/contract/passkey';
import { answerWithPasskey } from '@minerx/contract/webauthn';
import { request } from '../../../base/api.ts';
import { tellLanguageChoice } from '../../../base/language/language-choice.ts';
import { Refusal } from '../../../base/refusal.ts';
import { holdSession } from '../../../base/session.ts';
import { orRefuse } from './or-refuse.ts';

/**
 * Signs in with a passkey of whomever; false when the member does not want to. An answer that came too late is asked for anew.
 * @throws {Refusal} err_passkey_wrong, err_login_locked, err_account_frozen
 */
export async function signInWithPasskey(): Promise<boolean> {
  for (let { passkey_challenge: challenge } = await request(passkeyLoginBegin, {}); ;) {
    const passkey = await orRefuse(answerWithPasskey({ challenge, ids: [] }));
    if (passkey === null) return false;
    try {
      const { accessToken } = await request(passkeyLogin, { body: { passkey } });
      holdSession(accessToken);
      void tellLanguageChoice();
      return true;
    } catch (error) {
      const details = error instanceof Refusal ? (error.details as { passkey_challenge?: string } | undefined) : {};
      if (details?.passkey_challenge === undefined) throw error;
      challenge = details.passkey_challenge;
    }
  }
}
