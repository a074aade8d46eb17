import { FIRST_CALLS, type FirstAnswers } from '@minerx/contract/first-calls';
import type { FastifyRequest } from 'fastify';
import { asWork } from '../../db/shared-pool.ts';
import { askedPath } from '../../http/asked-path.ts';
import { findKnownAccount } from '../../http/device-cookie.ts';
import { perMinute } from '../../http/limit.ts';
import type { Api } from '../../http/route.ts';
import type { FindFirstAnswers } from '../../http/served/static.ts';
import { createVisitorGate } from '../../http/visitor-gate.ts';
import { readSessionCookie } from './session.cookie.ts';
import { findSessionOf } from './session.command.ts';

/** Longer than this no page waits for its answers: it comes without. */
const PATIENCE_MS = 300;

/**
 * What the first screen of a page will ask for, asked here by the same routes, for the member whose session the cookie keeps open.
 * A page is no place for a token: the browser renews its session itself. Whoever opens too many, or one while the database is busy,
 * gets it without.
 */
export const createFirstAnswers = (
  { context, http }: Pick<Api, 'context' | 'http'>,
  patienceMs = PATIENCE_MS,
): FindFirstAnswers => {
  const allow = createVisitorGate(context, perMinute(600));
  const collect = async (request: FastifyRequest, paths: readonly string[], token: string) => {
    allow(request);
    const session = await findSessionOf(context, token);
    if (session === null) return null;
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${session.accessToken}`,
      cookie: request.headers.cookie ?? '',
      host: request.headers.host ?? '',
      'accept-language': request.headers['accept-language'] ?? '',
    };
    const asked = ['system/maintenance', ...paths].map(async (path) => {
      const answer = await http.inject({ url: `/api/${path}`, headers, remoteAddress: request.ip });
      return answer.statusCode === 200 ? [[path, answer.json()] as const] : [];
    });
    const answers = Object.fromEntries((await Promise.all(asked)).flat());
    return { of: String(session.memberId), answers } satisfies FirstAnswers;
  };
  return (request) => {
    const paths = FIRST_CALLS[askedPath(request)];
    const token = readSessionCookie(context.env, request);
    if (paths === undefined || token === undefined) return Promise.resolve(null);
    const late = new Promise<null>((resolve) => void setTimeout(resolve, patienceMs, null).unref());
    const work = findKnownAccount(context, request) === null ? 'page' : 'page, known';
    return Promise.race([asWork(work, () => collect(request, paths, token)).catch(() => null), late]);
  };
};
