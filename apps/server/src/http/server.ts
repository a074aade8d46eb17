import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { currentTracing } from '../base/tracing.ts';
import { installAnswers, type FindChosenLanguage } from './answer.ts';
import { answerBadAddress, answerExpectation, answerUnreadable, NOT_ALLOWED, refuseSocket } from './raw-answer.ts';
import { refuse } from '../refusal.ts';
import { limitConnections } from '../security/connection-limits.ts';
import { installSecurity } from './security.ts';
import { WEB_DIST } from './served/static.ts';

const BODY_LIMIT = 64 * 1024;
/** How long a request may take to arrive, head and body, and how often those that take longer are looked for. */
export const ARRIVAL = { withinMs: 30_000, lookEveryMs: 5000 };

interface HttpInput {
  arrival?: typeof ARRIVAL;
  newRequestId: () => string;
  findChosen: FindChosenLanguage;
}

/** A server that answers nobody yet: how requests arrive, what every answer carries, and how a no is said. */
export const createHttp = (
  context: Context,
  { arrival = ARRIVAL, newRequestId, findChosen }: HttpInput,
): FastifyInstance => {
  const { env } = context;
  const http = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: env.trustProxy > 0 && ((_address: string, hop: number) => hop < env.trustProxy),
    requestTimeout: arrival.withinMs,
    // The head's own limit is named as well: Node has 60 s for it, and takes the longer of the two for the whole request.
    http: {
      requestTimeout: arrival.withinMs,
      headersTimeout: arrival.withinMs,
      connectionsCheckingInterval: arrival.lookEveryMs,
    },
    genReqId: newRequestId,
    frameworkErrors: answerBadAddress(env),
    clientErrorHandler: answerUnreadable(env, newRequestId),
    // Our own log line below holds what is allowed and nothing else.
    logger: false,
    // The framework's own 503 has neither our shape nor our headers: `refuseWhenStopping`.
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  http.server.on('checkExpectation', answerExpectation(env, newRequestId));
  http.server.on('connect', (_, socket: Duplex) => refuseSocket(socket, env, NOT_ALLOWED, newRequestId()));
  traceRequests(http);
  logRequests(http, context);
  installAnswers(http, context, findChosen);
  installSecurity(http, context, WEB_DIST);
  refuseWhenStopping(http);
  closeSilentWhenStopping(http);
  limitConnections(http, context);
  return http;
};

/** What comes over connections that are open while we stop goes to another process, or here a moment later. */
const refuseWhenStopping = (http: FastifyInstance): void => {
  let stopping = false;
  http.addHook('preClose', async () => void (stopping = true));
  http.addHook('onRequest', async () => {
    if (stopping) refuse('err_unavailable');
  });
};

/** What was sent before the stop is here by then. */
const SILENCE_MS = 1000;

/**
 * Browsers connect ahead of time. One that has said nothing yet would hold a stop up until it says something: Node counts it among those
 * that are under way, and while it closes it looks at slow arrivals no more.
 */
const closeSilentWhenStopping = (http: FastifyInstance): void => {
  const connected = new Set<Socket>();
  const forget = function (this: Socket): void {
    connected.delete(this);
  };
  http.server.on('connection', (socket: Socket) => {
    connected.add(socket);
    socket.once('close', forget);
  });
  const closeSilent = (): void => {
    for (const socket of connected) if (socket.bytesRead === 0) socket.destroy();
  };
  http.addHook('preClose', async () => void setTimeout(closeSilent, SILENCE_MS).unref());
};

const traceRequests = (http: FastifyInstance): void => {
  const tracing = currentTracing();
  if (tracing === null) return;
  http.addHook('onRequest', (request, reply, done) => {
    const { method, id: requestId } = request;
    const span = tracing.begin('request', `${method} ${request.routeOptions.url ?? 'none'}`, { method, requestId });
    reply.raw.once('close', () => {
      if (reply.raw.headersSent) span.tell({ status: reply.statusCode });
      span.end();
    });
    span.inside(done);
  });
};

const logRequests = (http: FastifyInstance, { log }: Context): void => {
  if (!log.isLevelEnabled('debug')) return;
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
