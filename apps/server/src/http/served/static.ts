import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from '../answer.ts';

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

/** Serves the built member app: hashed files for ever, everything else (the service worker too) anew; unknown pages get the app's shell. */
export const serveWeb = async (http: FastifyInstance, root = WEB_DIST): Promise<void> => {
  const built = existsSync(join(root, 'index.html'));
  if (built) {
    await http.register(fastifyStatic, {
      root,
      ...FILES,
    });
  }
  http.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return sendRefusal(request, reply, 'err_not_found');
    if (request.url.startsWith(CONSOLE) && existsSync(join(CONSOLE_DIST, 'index.html')))
      return reply.sendFile('index.html', CONSOLE_DIST);
    return built ? reply.sendFile('index.html') : sendRefusal(request, reply, 'err_not_found');
  });
};

const isPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(?:api|assets|metrics|healthz|readyz)(?:\/|$)/.test(request.url.split('?')[0] ?? '') &&
  (request.headers.accept ?? '').includes('text/html');
