import { refusalStatus, type RefusalCode } from '@minerx/contract/refusal';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isTrouble } from '../db/trouble.ts';
import { Refusal, type RefusalMore } from '../refusal.ts';
import { failureBody } from './raw-answer.ts';
import { languageOf } from './refusal-text.ts';

/** Faults of the framework that are the caller's, by Fastify's own code. */
const framework: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'err_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'err_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'err_bad_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'err_bad_request',
  // A path that leads out of the built files.
  FST_STATIC_FORBIDDEN_PATH: 'err_not_found',
};

/** The failure body of decisions section 2. */
export const sendRefusal = (
  request: FastifyRequest,
  reply: FastifyReply,
  code: RefusalCode,
  more: RefusalMore = {},
): FastifyReply => {
  const status = refusalStatus(code);
  const retryAfterS = more.retryAfterS ?? (status === 429 || status === 503 ? 5 : undefined);
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  return reply.code(status).send({
    ...failureBody(code, request.id, languageOf(request)),
    ...(more.fields ? { err_fields: more.fields } : {}),
    ...(more.details ? { err_details: more.details } : {}),
  });
};

/** The one exit for everything that is thrown: refusals keep their code, faults are logged and hidden. */
export const installAnswers = (http: FastifyInstance, log: Logger): void => {
  http.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) return sendRefusal(request, reply, error.code, error.more);
    const known =
      framework[error.code] ??
      (error.statusCode === 400 ? 'err_bad_request' : error.statusCode === 429 ? 'err_too_many' : undefined);
    if (known) return sendRefusal(request, reply, known);
    const code = isTrouble(error) ? 'err_unavailable' : 'err_internal';
    log.error(
      { request_id: request.id, route: request.routeOptions.url, err_code: code, err: error },
      'request failed',
    );
    return sendRefusal(request, reply, code);
  });
};
