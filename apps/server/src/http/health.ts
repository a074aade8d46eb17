import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { sendRefusal } from './answer.ts';

/** Since when payouts are frozen, and which equations are broken how often. */
export interface PayoutFreeze {
  frozenAt: Date;
  violations: Readonly<Record<string, unknown>>;
}

/** `/healthz`: the process is up. `/readyz`: database and migrations are, with whether payouts are frozen. */
export const installHealth = (
  http: FastifyInstance,
  { probe }: Pick<Context, 'probe'>,
  findFreeze: () => Promise<PayoutFreeze | null>,
): void => {
  http.get('/healthz', async () => ({ status: 'up' }));
  http.get('/readyz', async (request, reply) => {
    try {
      await probe.query('SELECT 1 FROM schema_migration LIMIT 1');
      const freeze = await findFreeze();
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
