import {
  operatorAuthenticator,
  operatorAuthenticatorBegin,
  operatorPassword,
  operatorRecovery,
} from '@minerx/contract/operator/key';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import {
  beginAuthenticator,
  changeAuthenticator,
  changeOperatorPassword,
  renewOperatorRecoveryCodes,
} from '../../modules/operator/operator-key.command.ts';

/** What operators change of their own beside passkeys. */
export const addOperatorKeyRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, operatorPassword, { limit: perMinute(30) }, async ({ operator, body }) => {
    await changeOperatorPassword(context, operator, body.password);
    return {};
  });

  addRoute(api, operatorAuthenticatorBegin, { limit: perMinute(30) }, async ({ operator }) => {
    const { secret, url, draft } = beginAuthenticator(context, operator);
    return { totp_secret: secret, totp_url: url, totp_draft: draft };
  });

  addRoute(api, operatorAuthenticator, { limit: perMinute(30) }, async ({ operator, body }) => {
    await changeAuthenticator(context, operator, { draft: body.totp_draft, code: body.factor });
    return {};
  });

  addRoute(api, operatorRecovery, { limit: perMinute(30) }, async ({ operator }) => ({
    recovery_codes: await renewOperatorRecoveryCodes(context, operator),
  }));
};
