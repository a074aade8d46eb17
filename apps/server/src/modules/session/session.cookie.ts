import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../../env/env.ts';
import { cookieAttributes, hostCookieName } from '../../http/host-cookie.ts';
import type { Transport } from './session.store.ts';

/** The browser app asks for the cookie with this header; another site cannot send it without our consent (CORS). */
export const transportOf = (request: FastifyRequest): Transport =>
  request.headers['x-session-transport'] === 'cookie' ? 'cookie' : 'body';

const cookieName = (env: Pick<Env, 'publicUrl'>): string => hostCookieName(env, 'session');

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
