import {
  memberLogin,
  memberLogout,
  memberRedirect,
  memberRefresh,
  memberSessions,
  memberSessionsEnd,
} from '@minerx/contract/session';
import { passkeyLogin, passkeyLoginBegin } from '@minerx/contract/passkey';
import { lostFactor, lostFactorCode } from '@minerx/contract/second-factor';
import { normaliseEmail } from '@minerx/rules/member';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { perMinute } from '../../http/limit.ts';
import { languageOf } from '../../http/refusal-text.ts';
import { addRoute, shownFactor, type Api } from '../../http/route.ts';
import { refuse } from '../../refusal.ts';
import { findKnownDevice, markDevice } from '../../http/device-cookie.ts';
import { deviceName, logout, refreshSession, signOutDevices, type Origin, type Tokens } from './session.command.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie, transportOf } from './session.cookie.ts';
import { listOpenSessions } from './session.query.ts';
import { beginPasskeySignIn, signInWithPasskey } from './passkey-sign-in.command.ts';
import { removeLostFactor, requestLostFactorCode } from './lost-factor.command.ts';
import { prepareDecoy, signIn, signInByLink, type TypedPassword } from './sign-in.command.ts';

/** Sign-in, refresh, sign-in link and logout. An address stands for many members, so the limits per address are wide. */
export const addSessionRoutes = (api: Api): void => {
  const { context } = api;
  void prepareDecoy(); // Made now, so that the first unknown email takes no longer than the others.

  const answer = (
    request: FastifyRequest,
    reply: FastifyReply,
    tokens: Tokens,
  ): { accessToken: string; refreshToken: string } => {
    const { accessToken, refreshToken, expiresAt } = tokens;
    if (transportOf(request) === 'body') return { accessToken, refreshToken };
    setSessionCookie(context.env, reply, refreshToken, expiresAt.getTime() - context.expiryClock.now());
    return { accessToken, refreshToken: '' };
  };
  const deviceOf = (request: FastifyRequest) => (emailKey: string) => findKnownDevice(context, request, emailKey);
  const givenToken = (request: FastifyRequest, body: { refreshToken?: string | undefined }): string | undefined =>
    (transportOf(request) === 'cookie' ? readSessionCookie(context.env, request) : body.refreshToken) || undefined;

  addRoute(api, memberLogin, { limit: perMinute(600) }, async ({ body, request, reply }) => {
    const typed = typedIn(context, request, body);
    const input = { ...typed, factor: shownFactor(request, memberLogin) };
    const tokens = await signIn(context, input, originOf(request), languageOf(request));
    const result = answer(request, reply, tokens);
    if (transportOf(request) === 'cookie') markDevice(context, request, reply, typed.emailKey);
    return result;
  });

  addRoute(api, passkeyLoginBegin, { limit: perMinute(600) }, async () => ({
    passkey_challenge: beginPasskeySignIn(context),
  }));

  addRoute(api, passkeyLogin, { limit: perMinute(600) }, async ({ body, request, reply }) => {
    const from = originOf(request);
    const spoken = languageOf(request);
    const { tokens, emailKey } = await signInWithPasskey(context, body.passkey, from, spoken, deviceOf(request));
    const result = answer(request, reply, tokens);
    if (from.transport === 'cookie') markDevice(context, request, reply, emailKey);
    return result;
  });

  addRoute(api, memberRefresh, { limit: perMinute(1200) }, async ({ body, request, reply }) => {
    const token = givenToken(request, body) ?? refuse('err_session_ended');
    return answer(request, reply, await refreshSession(context, token, transportOf(request)));
  });

  addRoute(api, memberRedirect, { limit: perMinute(30) }, async ({ query, request, reply }) => {
    const input = { link: query.id, factor: shownFactor(request, memberRedirect) };
    const { tokens, emailKey } = await signInByLink(context, input, originOf(request), deviceOf(request));
    const result = answer(request, reply, tokens);
    if (transportOf(request) === 'cookie') markDevice(context, request, reply, emailKey);
    return result;
  });

  addRoute(api, memberLogout, { limit: perMinute(600) }, async ({ body, request, reply }) => {
    const header = request.headers.authorization;
    const member = header?.startsWith('Bearer ') ? context.sessions.verify(header.slice(7)) : null;
    await logout(context, member, givenToken(request, body));
    if (transportOf(request) === 'cookie') clearSessionCookie(context.env, reply);
    return {};
  });

  addLostFactorRoutes(api);
  addDeviceRoutes(api);
};

const typedIn = (
  context: Context,
  request: FastifyRequest,
  body: { member_email: string; member_password: string },
): TypedPassword => {
  const emailKey = normaliseEmail(body.member_email);
  return { emailKey, password: body.member_password, deviceId: findKnownDevice(context, request, emailKey) };
};

const addLostFactorRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, lostFactorCode, { limit: perMinute(60) }, async ({ body, request }) => {
    await requestLostFactorCode(context, typedIn(context, request, body), request.ip);
    return {};
  });

  addRoute(api, lostFactor, { limit: perMinute(60) }, async ({ body, request }) => {
    const typed = { ...typedIn(context, request, body), pin: body.member_security_pin, code: body.verify_code };
    await removeLostFactor(context, typed, request.ip);
    return {};
  });
};

/** What is signed in, and signing it out. */
const addDeviceRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, memberSessions, { limit: perMinute(120) }, async ({ member }) => {
    const sessions = await listOpenSessions(context.pool, member.memberId, context.expiryClock.now());
    return {
      sessions: sessions.map(({ id, device, address, createdAt, usedAt }) => ({
        id,
        session_device: device,
        session_address: address,
        session_created_date: createdAt.toISOString(),
        session_used_date: usedAt.toISOString(),
        session_current: id === member.sessionId,
      })),
    };
  });

  addRoute(api, memberSessionsEnd, { limit: perMinute(30) }, async ({ body, member }) => ({
    ended: await signOutDevices(context, member, body.id),
  }));
};

const originOf = (request: FastifyRequest): Origin => ({
  transport: transportOf(request),
  device: deviceName(request.headers['user-agent']),
  address: request.ip,
});
