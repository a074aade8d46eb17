import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { installAnswers } from './http/answer.ts';
import { installHealth } from './http/health.ts';
import { describeApi } from './http/openapi.ts';
import type { Api, Routes } from './http/route.ts';
import { serveWeb } from './http/static.ts';
import { addCommunityRoutes } from './modules/community/community.route.ts';
import { addMinerPackageRoutes } from './modules/miner-package/miner-package.route.ts';
import { addProfileRoutes } from './modules/profile/profile.route.ts';
import { addWalletRoutes } from './modules/wallet/wallet.route.ts';

export interface App {
  http: FastifyInstance;
  routes: Routes;
}

const BODY_LIMIT = 64 * 1024;

/** The HTTP side over a context. Tests call this with their own context; `main.ts` listens. */
export const buildApp = async (context: Context): Promise<App> => {
  const http = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: context.env.trustProxy > 0 && ((_address: string, hop: number) => hop < context.env.trustProxy),
    requestTimeout: 30_000,
    genReqId: () => context.random.bytes(9).toString('base64url'),
    // Our own log line below holds what is allowed and nothing else.
    logger: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  logRequests(http, context);
  installAnswers(http, context.log);
  await http.register(cookie);
  await http.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });

  const api: Api = { context, http, routes: [] };
  addProfileRoutes(api);
  addWalletRoutes(api);
  addMinerPackageRoutes(api);
  addCommunityRoutes(api);

  http.get('/api/openapi.json', async () => describeApi(api.routes, context.env.brand.name));
  installHealth(http, context);
  await serveWeb(http);
  return { http, routes: api.routes };
};

const logRequests = (http: FastifyInstance, { log }: Context): void => {
  http.addHook('onResponse', async (request, reply) => {
    log.debug(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        request_id: request.id,
      },
      'request',
    );
  });
};
