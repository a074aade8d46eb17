import { refusalStatus, type RefusalCode } from '@minerx/contract/refusal';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isTrouble } from '../db/trouble.ts';
import type { Env } from '../env/env.ts';
import { Refusal, type RefusalMore } from '../refusal.ts';
import { failureBody } from './raw-answer.ts';
import { languageOf, type RefusalValues } from './refusal-text.ts';
import type { WireLanguage } from '@minerx/rules/wire-language';

/** Faults of the framework that are the caller's, by Fastify's own code. */
const framework: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'err_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'err_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'err_bad_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'err_bad_request',
  // A path that leads out of the built files.
  FST_STATIC_FORBIDDEN_PATH: 'err_not_found',
};

/** What Fastify and the server of files find wrong with a request keeps its own status, 412 and 416 among them. */
const ofStatus: Record<number, RefusalCode> = {
  403: 'err_forbidden',
  404: 'err_not_found',
  413: 'err_too_large',
  415: 'err_media_type',
  429: 'err_too_many',
};

/** Who is signed in on a request, as far as its gates have come. */
const callers = new WeakMap<FastifyRequest, bigint>();
export const rememberCaller = (request: FastifyRequest, memberId: bigint): void => void callers.set(request, memberId);

/** The language that a member has chosen; null for none. With `mayAsk` false nothing is read for it. */
export type FindChosenLanguage = (memberId: bigint, mayAsk: boolean) => Promise<WireLanguage | null>;

/** The failure body of decisions section 2, by default in the language that the request asks for. */
export const sendRefusal = (
  request: FastifyRequest,
  reply: FastifyReply,
  code: RefusalCode,
  more: RefusalMore & { status?: number; values?: RefusalValues } = {},
  language: WireLanguage | null = languageOf(request),
): FastifyReply => {
  const status = more.status ?? refusalStatus(code);
  const retryAfterS = more.retryAfterS ?? (status === 429 || status === 503 ? 5 : undefined);
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  return reply.code(status).send({
    ...failureBody(code, request.id, language, more.values),
    ...(more.fields ? { err_fields: more.fields } : {}),
    ...(more.details ? { err_details: more.details } : {}),
  });
};

/**
 * The one exit for everything that is thrown: refusals keep their code, faults are logged and hidden. What a signed-in member reads is in the
 * language of their choice, all else in the one that the request asks for.
 */
export const installAnswers = (
  http: FastifyInstance,
  { log, env }: Pick<Context, 'log'> & { env: { brand: Pick<Env['brand'], 'supportEmail'> } },
  findChosen: FindChosenLanguage,
): void => {
  const values = { support: env.brand.supportEmail };
  const refused = async (
    request: FastifyRequest,
    reply: FastifyReply,
    code: RefusalCode,
    more?: Parameters<typeof sendRefusal>[3],
  ): Promise<FastifyReply> => {
    const caller = callers.get(request);
    // Whoever reads that the database is away does not wait for it once more.
    const chosen = caller === undefined ? null : await findChosen(caller, refusalStatus(code) < 500);
    return sendRefusal(request, reply, code, { ...more, values }, chosen ?? languageOf(request));
  };
  http.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) return refused(request, reply, error.code, error.more);
    const known = framework[error.code];
    if (known) return refused(request, reply, known);
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500)
      return refused(request, reply, ofStatus[status] ?? 'err_bad_request', { status });
    const code = isTrouble(error) ? 'err_unavailable' : 'err_internal';
    log.error(
      { request_id: request.id, route: request.routeOptions.url, err_code: code, err: error },
      'request failed',
    );
    return refused(request, reply, code);
  });
};
