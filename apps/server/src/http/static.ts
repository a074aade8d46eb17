import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from './answer.ts';

export const WEB_DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

const HASHED = /\/assets\//;
const YEAR_S = 31_536_000;

/** Serves the built member app: hashed files for ever, everything else (the service worker too) anew; unknown pages get the app's shell. */
export const serveWeb = async (http: FastifyInstance, root = WEB_DIST): Promise<void> => {
  const built = existsSync(join(root, 'index.html'));
  if (built) {
    await http.register(fastifyStatic, {
      root,
      // Looked up when asked for: a build that is replaced under a running server is served as it is then.
      wildcard: true,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header('cache-control', HASHED.test(path) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache'),
    });
  }
  http.setNotFoundHandler((request, reply) =>
    built && isPage(request) ? reply.sendFile('index.html') : sendRefusal(request, reply, 'err_not_found'),
  );
};

const isPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(?:api|assets|metrics|healthz|readyz)(?:\/|$)/.test(request.url.split('?')[0] ?? '') &&
  (request.headers.accept ?? '').includes('text/html');
