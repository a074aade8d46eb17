import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { refusalStatus } from '@minerx/contract/refusal';
import { languageFromHeader, localeOf } from '@minerx/rules/wire-language';
import type { Env } from '../env/env.ts';
import { escapeHtml } from '@minerx/rules/escape-html';
import { failureBody } from '../http/raw-answer.ts';
import { refusalText } from '../http/refusal-text.ts';
import { dataHeaders } from '../http/security.ts';

/** The port that members or those who watch over us will come to, held from the beginning of the start. */
type HeldPort = { release(): Promise<void> };

const RETRY_AFTER_S = 5;

/**
 * Takes the port before the long work, so that one that is taken is told at once and nobody takes it meanwhile. Whoever
 * knocks before the server is ready is asked to come back.
 * @throws Error with a sentence when it cannot be had.
 */
export const holdPort = async (env: Env): Promise<HeldPort> => {
  const { host, port } = env;
  if (port === 0) return { release: () => Promise.resolve() };
  const server = createServer((request, response) => {
    const { status, headers, type, body } = answerTo(request, env);
    response.writeHead(status, { ...dataHeaders(env), ...headers, 'content-type': `${type}; charset=utf-8` });
    response.end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new Error(sentenceOf(cause, host, port), { cause })));
    server.listen({ host, port }, resolve);
  });
  return {
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

type Answer = { status: number; headers: Record<string, string>; type: string; body: string };

/** A probe hears that the process is up, a person in a browser gets a page that asks again by itself. */
const answerTo = (request: IncomingMessage, env: Env): Answer => {
  if (request.url === '/healthz') {
    return { status: 200, headers: {}, type: 'application/json', body: JSON.stringify({ status: 'up' }) };
  }
  const status = refusalStatus('err_unavailable');
  const headers = { 'retry-after': String(RETRY_AFTER_S) };
  if (request.headers.accept?.includes('text/html') !== true) {
    const body = JSON.stringify(failureBody('err_unavailable', randomUUID()));
    return { status, headers, type: 'application/json', body };
  }
  const policy = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`;
  const body = waitingPage(env.brand.name, request.headers['accept-language']);
  return { status, headers: { ...headers, 'content-security-policy': policy }, type: 'text/html', body };
};

const STYLE = `:root{color-scheme:dark light}body{margin:0;min-height:100vh;display:grid;place-content:center;gap:8px;padding:24px;
text-align:center;font:16px/1.5 system-ui,sans-serif;background:#0b1119;color:#e8eef6}h1{margin:0;font-size:24px}p{margin:0;max-width:32ch}
@media (prefers-color-scheme:light){body{background:#f3f5f9;color:#131a24}}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const waitingPage = (brand: string, accepts: string | undefined): string => {
  const language = languageFromHeader(accepts);
  const lang = language === null ? 'en' : localeOf(language);
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_AFTER_S}"><title>${escapeHtml(brand)}</title><style>${STYLE}</style>
<h1>${escapeHtml(brand)}</h1><p>${escapeHtml(refusalText('err_unavailable', language))}</p></html>`;
};

const sentenceOf = (error: NodeJS.ErrnoException, host: string, port: number): string => {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program. Stop that one, or set PORT to another port.`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Set PORT to one above 1023.`;
    default:
      return `HOST ${host} cannot be listened on (${error.code ?? error.message}). Set HOST to an address of this machine.`;
  }
};
