import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { sendRefusal } from './answer.ts';

/** `/healthz`: the process is up. `/readyz`: database and migrations are. */
export const installHealth = (http: FastifyInstance, context: Context): void => {
  http.get('/healthz', async () => ({ status: 'up' }));
  http.get('/readyz', async (request, reply) => {
    try {
      await context.probe.query('SELECT 1 FROM schema_migration LIMIT 1');
      return { status: 'ready' };
    } catch {
      return sendRefusal(request, reply, 'err_unavailable');
    }
  });
};
