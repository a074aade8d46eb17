import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FIRST_ANSWERS_ID, FIRST_CALLS, type FirstAnswers } from '@minerx/contract/first-calls';
import { sendRefusal } from '../answer.ts';
import { keepFile } from './kept-file.ts';

export const WEB_DIST = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));
const CONSOLE_DIST = fileURLToPath(new URL('../../../../console/dist/', import.meta.url));

const HASHED = /\/assets\//;
const YEAR_S = 31_536_000;

const FILES: Omit<FastifyStaticOptions, 'root'> = {
  // Looked up when asked for: a build that is replaced under a running server is served as it is then.
  wildcard: true,
  dotfiles: 'ignore',
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply, path) =>
    void reply.header('cache-control', HASHED.test(path) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache'),
};

const CONSOLE = '/console/';

/** Serves the operators' console below its own path: files for ever, every page of it by its shell. */
export const serveConsole = async (http: FastifyInstance, root = CONSOLE_DIST): Promise<void> => {
  if (!existsSync(join(root, 'index.html'))) return;
  await http.register(fastifyStatic, { root, prefix: CONSOLE, decorateReply: false, ...FILES });
  http.get('/console', (_request, reply) => reply.redirect(CONSOLE));
};

/** Answers for the first screen of a page, where its visitor has a session. */
export type FindFirstAnswers = (request: FastifyRequest) => Promise<FirstAnswers | null>;

/** Serves the built member app: hashed files for ever, everything else (the service worker too) anew; unknown pages get the app's shell. */
export const serveWeb = async (
  http: FastifyInstance,
  findFirstAnswers: FindFirstAnswers,
  root = WEB_DIST,
): Promise<void> => {
  const built = existsSync(join(root, 'index.html'));
  if (built) {
    await http.register(fastifyStatic, {
      root,
      ...FILES,
    });
    servePages(http, findFirstAnswers, join(root, 'index.html'));
  }
  http.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return sendRefusal(request, reply, 'err_not_found');
    if (request.url.startsWith(CONSOLE) && existsSync(join(CONSOLE_DIST, 'index.html')))
      return reply.sendFile('index.html', CONSOLE_DIST);
    return built ? reply.sendFile('index.html') : sendRefusal(request, reply, 'err_not_found');
  });
};

/** The pages that bring their first answers along: of one member and one moment, so that nothing may keep them. */
const servePages = (http: FastifyInstance, findFirstAnswers: FindFirstAnswers, file: string): void => {
  const shell = keepFile(file, '', (text) => text);
  for (const page of Object.keys(FIRST_CALLS))
    http.get(page, async (request, reply) => {
      const found = await findFirstAnswers(request);
      if (found === null) return reply.sendFile('index.html');
      // Whatever a member has called themselves ends no element.
      const json = JSON.stringify(found).replaceAll('<', '\\u003c');
      const block = `<script type="application/json" id="${FIRST_ANSWERS_ID}">${json}</script>`;
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
      return shell().replace(`<!--${FIRST_ANSWERS_ID}-->`, () => block);
    });
};

const isPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(?:api|assets|metrics|healthz|readyz)(?:\/|$)/.test(request.url.split('?')[0] ?? '') &&
  (request.headers.accept ?? '').includes('text/html');
