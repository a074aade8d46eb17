import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { sendRefusal } from './answer.ts';

/** `/healthz`: the process is up. `/readyz`: database and migrations are. `/metrics`: Prometheus text, for this machine only. */
export const installHealth = (http: FastifyInstance, context: Context): void => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'ledger_commands_waiting',
    help: 'Commands that wait for or run in the funnel.',
    registers: [registry],
    collect() {
      this.set(context.funnel.depth);
    },
  });
  http.addHook('onResponse', async (request, reply) => {
    seconds.observe({ route: request.routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  http.get('/healthz', async () => ({ status: 'up' }));
  http.get('/readyz', async (request, reply) => {
    try {
      await context.pool.query('SELECT 1 FROM schema_migration LIMIT 1');
      return { status: 'ready' };
    } catch {
      return sendRefusal(request, reply, 'err_unavailable');
    }
  });
  http.get('/metrics', async (request, reply) => {
    // The socket's own address: a forwarded header must not open it.
    const local =
      ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '') &&
      request.headers['x-forwarded-for'] === undefined;
    if (!local) return sendRefusal(request, reply, 'err_not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};
