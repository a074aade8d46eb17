import type {} from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Env } from '../../env/env.ts';
import { cookieAttributes, hostCookieName } from '../../http/host-cookie.ts';

type Named = Pick<Env, 'publicUrl'>;

const NAME = 'operator';

export const readOperatorCookie = (
  env: Named,
  cookies: Readonly<Record<string, string | undefined>>,
): string | undefined => cookies[hostCookieName(env, NAME)] || undefined;

/** Ends with the browser; how long the session lives is the server's to say. */
export const setOperatorCookie = (env: Named, reply: FastifyReply, token: string): void => {
  reply.setCookie(hostCookieName(env, NAME), token, cookieAttributes(env));
};

export const clearOperatorCookie = (env: Named, reply: FastifyReply): void => {
  reply.clearCookie(hostCookieName(env, NAME), cookieAttributes(env));
};
