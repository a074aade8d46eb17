import {
  operatorPasskeyAdd,
  operatorPasskeyBegin,
  operatorPasskeyRemove,
  operatorPasskeys,
  operatorPasskeySignIn,
  operatorPasskeySignInBegin,
} from '@minerx/contract/operator/passkey';
import type { FastifyRequest } from 'fastify';
import { markDevice } from '../../http/device-cookie.ts';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import {
  addOperatorPasskey,
  beginOperatorPasskey,
  beginOperatorPasskeySignIn,
  readOperatorPasskeys,
  removeOperatorPasskey,
  signInOperatorWithPasskey,
} from '../../modules/operator/operator-passkey.command.ts';
import { setOperatorCookie } from '../../modules/operator/operator.cookie.ts';
import { operatorAccount, type OperatorOrigin } from '../../modules/operator/operator-sign-in.command.ts';
import { presentPasskeys, presentPasskeyToMake, readMade } from '../../modules/passkey/passkey.presenter.ts';
import { deviceName } from '../../modules/session/session.command.ts';

export const operatorOrigin = ({ headers, ip }: FastifyRequest): OperatorOrigin => ({
  device: deviceName(headers['user-agent']),
  address: ip,
});

/** The passkeys of operators, each their own, and sign-in with one. */
export const addOperatorPasskeyRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, operatorPasskeys, { limit: perMinute(120) }, async ({ operator }) =>
    presentPasskeys(await readOperatorPasskeys(context, operator)),
  );

  addRoute(api, operatorPasskeyBegin, { limit: perMinute(30) }, async ({ operator }) =>
    presentPasskeyToMake(await beginOperatorPasskey(context, operator), operator.email),
  );

  addRoute(api, operatorPasskeyAdd, { limit: perMinute(30) }, async ({ operator, body }) => {
    await addOperatorPasskey(context, operator, readMade(body));
    return {};
  });

  addRoute(api, operatorPasskeyRemove, { limit: perMinute(30) }, async ({ operator, body }) => {
    await removeOperatorPasskey(context, operator, body.id);
    return {};
  });

  addRoute(api, operatorPasskeySignInBegin, { limit: perMinute(60) }, async () => ({
    passkey_challenge: beginOperatorPasskeySignIn(context),
  }));

  addRoute(api, operatorPasskeySignIn, { limit: perMinute(60) }, async ({ body, request, reply }) => {
    const { token, email } = await signInOperatorWithPasskey(context, body.passkey, operatorOrigin(request));
    setOperatorCookie(context.env, reply, token);
    markDevice(context, request, reply, operatorAccount(email));
    return {};
  });
};
