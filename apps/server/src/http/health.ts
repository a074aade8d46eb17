import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { requireTables } from '../db/migrate.ts';
import { doCommitsEnd } from '../db/safety.ts';
import { sendRefusal } from './answer.ts';
import { createVisitorLimiter, perMinute } from './limit.ts';

/** Since when payouts are frozen. By which equations, operators are told and nobody else. */
interface PayoutFreeze {
  frozenAt: Date;
}

/** Since when the network's tip is not believed, and why not. */
interface RefusedTip {
  since: string;
  detail: string;
}

/** What is doubtful while the process can work: it is told, and makes nothing unready. */
interface Doubts {
  /** Balances on chains that are not what the books say. */
  chainDifferences: number;
  freeze: PayoutFreeze | null;
  /** When the books were last checked: all of them, and what stands before what leaves. */
  checks: readonly { kind: 'whole' | 'guard'; at: Date; isOld: boolean }[];
  refusedTip: RefusedTip | null;
}

/** What was found last says nothing once nobody looks any more. */
const integrityOf = (freeze: PayoutFreeze | null, checks: Doubts['checks']): 'broken' | 'unchecked' | 'holds' => {
  if (freeze !== null) return 'broken';
  return checks.some(({ isOld }) => isOld) ? 'unchecked' : 'holds';
};

/** `/healthz`: the process is up. `/readyz`: database and migrations are, with whether payouts are frozen, the chains hold what the books say and the network's tip is believed. */
export const installHealth = (
  http: FastifyInstance,
  { probe, clock }: Pick<Context, 'probe' | 'clock'>,
  findDoubts: () => Promise<Doubts>,
  isLeaving: () => boolean,
): void => {
  const allow = createVisitorLimiter(perMinute(600), clock);
  http.get('/healthz', async () => ({ status: 'up' }));
  http.get('/readyz', async (request, reply) => {
    allow(request.ip); // It asks the database.
    if (isLeaving()) return sendRefusal(request, reply, 'err_unavailable');
    try {
      await requireTables(probe);
      if (!(await doCommitsEnd(probe)))
        return await reply.code(503).send({ status: 'not ready', commits: 'wait for a standby that does not answer' });
      const { freeze, checks, refusedTip, chainDifferences } = await findDoubts();
      return {
        status: 'ready',
        payouts: freeze === null ? 'open' : 'frozen',
        integrity: integrityOf(freeze, checks),
        checked_at: Object.fromEntries(checks.map(({ kind, at }) => [kind, at.toISOString()])),
        ...(freeze && { frozen_at: freeze.frozenAt.toISOString() }),
        chains: chainDifferences === 0 ? 'as booked' : 'different',
        ...(chainDifferences > 0 && { chain_differences: chainDifferences }),
        network_tip: refusedTip === null ? 'believed' : 'refused',
        ...(refusedTip && { refused_since: refusedTip.since, refused_because: refusedTip.detail }),
      };
    } catch {
      return sendRefusal(request, reply, 'err_unavailable');
    }
  });
};
