import { FIRST_CALLS, type FirstAnswers } from '@minerx/contract/first-calls';
import { askedPath } from '../../http/asked-path.ts';
import type { Api } from '../../http/route.ts';
import type { FindFirstAnswers } from '../../http/served/static.ts';
import { readSessionCookie } from './session.cookie.ts';
import { findSessionOf } from './session.command.ts';

/** Longer than this no page waits for its answers: it comes without. */
const PATIENCE_MS = 300;

/**
 * What the first screen of a page will ask for, asked here by the same routes, for the member whose session the cookie keeps open.
 * A page is no place for a token: the browser renews its session itself, and what it cannot prove by then it is not shown again.
 */
export const createFirstAnswers =
  ({ context, http }: Pick<Api, 'context' | 'http'>): FindFirstAnswers =>
  async (request) => {
    const paths = FIRST_CALLS[askedPath(request)];
    const token = readSessionCookie(context.env, request);
    if (paths === undefined || token === undefined) return null;
    const collect = async (): Promise<FirstAnswers | null> => {
      const session = await findSessionOf(context, token);
      if (session === null) return null;
      const headers = {
        accept: 'application/json',
        authorization: `Bearer ${session.accessToken}`,
        host: request.headers.host ?? '',
        'accept-language': request.headers['accept-language'] ?? '',
      };
      const asked = ['system/maintenance', ...paths].map(async (path) => {
        const answer = await http.inject({ url: `/api/${path}`, headers, remoteAddress: request.ip });
        return answer.statusCode === 200 ? [[path, answer.json()] as const] : [];
      });
      const answers = Object.fromEntries((await Promise.all(asked)).flat());
      return { of: String(session.memberId), answers };
    };
    const late = new Promise<null>((resolve) => void setTimeout(resolve, PATIENCE_MS, null).unref());
    return Promise.race([collect().catch(() => null), late]);
  };
