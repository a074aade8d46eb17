import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RefusalCode } from '@minerx/contract/refusal';
import type { WireLanguage } from '@minerx/rules/wire-language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../env/env.ts';
import { refusalText, type RefusalValues } from './refusal-text.ts';
import { dataHeaders } from './security.ts';

/** The failure body of every answer. */
export const failureBody = (
  code: RefusalCode,
  requestId: string,
  language: WireLanguage | null = null,
  values?: RefusalValues,
) => ({
  err_code: code,
  err_msg: refusalText(code, language, values),
  request_id: requestId,
});

/** What Node's parser found, by its code; everything else is a request that cannot be read. */
const UNREADABLE: Record<string, readonly [status: string, code: RefusalCode]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'err_too_large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'err_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'err_bad_request'],
};

/** Writes an answer to a socket that has no request on it, and closes it. */
export const answerSocket = (
  socket: Duplex,
  env: Pick<Env, 'publicUrl'>,
  [status, code]: readonly [status: string, code: RefusalCode],
  requestId: string,
): void => {
  const body = JSON.stringify(failureBody(code, requestId));
  const lines = Object.entries({
    ...dataHeaders(env),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
};

/** Answers a socket that Node has let go of, where nobody else would ever close it: whoever was answered does not keep it. */
export const refuseSocket: typeof answerSocket = (socket, ...answer) => {
  answerSocket(socket, ...answer);
  socket.once('finish', () => socket.destroy());
};

/** Answers bytes that are no request: broken framing, a head that is too large, one that never ends. */
export const answerUnreadable =
  (env: Pick<Env, 'publicUrl'>, newId: () => string) =>
  (error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: ServerResponse }): void => {
    // An answer that has begun cannot be taken back.
    const begun = socket._httpMessage?.headersSent === true;
    if (error.code === 'ECONNRESET' || !socket.writable || begun) return void socket.destroy();
    answerSocket(socket, env, UNREADABLE[error.code ?? ''] ?? ['400 Bad Request', 'err_bad_request'], newId());
  };

/** We are nobody's proxy. */
export const NOT_ALLOWED = ['405 Method Not Allowed', 'err_bad_request'] as const;

/** Answers a head that expects something of us that we do not know. */
export const answerExpectation =
  (env: Pick<Env, 'publicUrl'>, newId: () => string) =>
  (_: IncomingMessage, response: ServerResponse): void => {
    const body = JSON.stringify(failureBody('err_bad_request', newId()));
    response.writeHead(417, {
      ...dataHeaders(env),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    response.end(body);
  };

/** Answers an address that the router cannot read. */
export const answerBadAddress =
  (env: Pick<Env, 'publicUrl'>) =>
  (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    void reply.code(400).headers(dataHeaders(env)).send(failureBody('err_bad_request', request.id));
  };
