import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { findPayoutFreeze } from '../modules/integrity/payout-freeze.store.ts';
import { sendRefusal } from './answer.ts';

/** `/healthz`: the process is up. `/readyz`: database and migrations are, with whether payouts are frozen. */
export const installHealth = (http: FastifyInstance, context: Context): void => {
  http.get('/healthz', async () => ({ status: 'up' }));
  http.get('/readyz', async (request, reply) => {
    try {
      await context.probe.query('SELECT 1 FROM schema_migration LIMIT 1');
      const freeze = await findPayoutFreeze(context.probe);
      if (freeze === null) return { status: 'ready', payouts: 'open' };
      return {
        status: 'ready',
        payouts: 'frozen',
        frozen_at: freeze.frozenAt.toISOString(),
        broken: Object.keys(freeze.violations),
      };
    } catch {
      return sendRefusal(request, reply, 'err_unavailable');
    }
  });
};
