import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../../env.ts';
import type { Transport } from './session.store.ts';

/** The browser app asks for the cookie with this header; another site cannot send it without our consent (CORS). */
export const transportOf = (request: FastifyRequest): Transport =>
  request.headers['x-session-transport'] === 'cookie' ? 'cookie' : 'body';

/** Plain http exists on a developer's own machine only: production refuses to start with it. */
const isSecure = (env: Pick<Env, 'publicUrl'>): boolean => !env.publicUrl.startsWith('http:');

/** `__Host-` makes the browser refuse the cookie unless it is Secure, for this host alone, and for Path=/. */
export const hostCookieName = (env: Pick<Env, 'publicUrl'>, name: string): string =>
  isSecure(env) ? `__Host-${name}` : name;

const cookieName = (env: Pick<Env, 'publicUrl'>): string => hostCookieName(env, 'session');

export const cookieAttributes = (env: Pick<Env, 'publicUrl'>) =>
  ({ httpOnly: true, secure: isSecure(env), sameSite: 'strict', path: '/' }) as const;

export const readSessionCookie = (env: Pick<Env, 'publicUrl'>, request: FastifyRequest): string | undefined =>
  request.cookies[cookieName(env)] || undefined;

/** `lifeMs` and not a date: the browser's clock may differ from ours. */
export const setSessionCookie = (
  env: Pick<Env, 'publicUrl'>,
  reply: FastifyReply,
  refreshToken: string,
  lifeMs: number,
): void => {
  reply.setCookie(cookieName(env), refreshToken, { ...cookieAttributes(env), maxAge: Math.floor(lifeMs / 1000) });
};

export const clearSessionCookie = (env: Pick<Env, 'publicUrl'>, reply: FastifyReply): void => {
  reply.clearCookie(cookieName(env), cookieAttributes(env));
};
