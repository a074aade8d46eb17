import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { Env } from '../env/env.ts';
import { refuse } from '../refusal.ts';
import { SocketLimits, socketsOfThisProcess } from './socket-limits.ts';

/**
 * How many connections one visitor may hold, and all together: whoever opens thousands and says nothing, or a byte a second, takes
 * nobody else's place. Without proxies a connection counts from its first moment, and one too many is closed without a word, which would
 * cost more than it is worth. Behind proxies, whose connections serve many members, it counts from a request's head until its answer.
 */
export const limitConnections = (
  http: FastifyInstance,
  { env, metrics }: { env: Pick<Env, 'connectionsPerAddress' | 'trustProxy'>; metrics: Registry },
): void => {
  const total = socketsOfThisProcess();
  // Beyond this not even the database could be reached any more.
  http.server.maxConnections = total;
  const limits = new SocketLimits(env.connectionsPerAddress, total);
  const refused = new Counter({
    name: 'http_connections_refused_total',
    help: 'Connections, behind proxies requests, of addresses that held too many.',
    registers: [metrics],
  });
  if (env.trustProxy > 0) {
    http.addHook('onRequest', async (request, reply) => {
      const leave = limits.enter(request.ip);
      if (leave !== null) return void reply.raw.once('close', leave);
      refused.inc();
      refuse('err_too_many');
    });
    return;
  }
  http.server.on('connection', (socket: Socket) => {
    const leave = limits.enter(socket.remoteAddress ?? '');
    if (leave !== null) return void socket.once('close', leave);
    refused.inc();
    socket.destroy();
  });
};
