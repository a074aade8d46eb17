import { DAY_MS } from '@minerx/rules/duration';
import { operatorAudit, operatorAuditChain } from '@minerx/contract/operator/audit';
import type { Context } from '../../context.ts';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { checkAuditLog } from '../../jobs/integrity.ts';
import { findAuditHead } from '../../modules/integrity/audit-chain.query.ts';
import { holds, listAudit } from '../../modules/integrity/audit-log.query.ts';
import { pageOf, presentLine, requireAfterNumber, requireLook } from './desk.ts';

/** @param actions the context of actions: a walk over the whole log runs on its connections */
export const addAuditDesk = (api: Api, actions: Context): void => {
  const { context } = api;

  addRoute(api, operatorAudit, { limit: perMinute(240) }, async ({ operator, query }) => {
    const { actor, action, subject, from, to, after } = query;
    await requireLook(context, operator, 'audit list', {});
    const rows = await listAudit(context.pool, {
      actor: actor?.includes('@') && !actor.includes(':') ? `operator:${actor}` : actor,
      action,
      subject,
      since: from === undefined ? undefined : new Date(from),
      until: to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS),
      after: requireAfterNumber(after),
    });
    return pageOf(
      rows,
      ({ id }) => id.toString(),
      (row) => ({ ...presentLine(row), holds: holds(row) }),
    );
  });

  addRoute(api, operatorAuditChain, { limit: perMinute(6) }, async ({ operator }) => {
    await requireLook(context, operator, 'audit list', {});
    const head = await findAuditHead(context.pool);
    const { anchors, outcome } = await checkAuditLog(actions);
    return {
      head: head === null ? null : { id: head.id.toString(), hash: head.hash },
      anchors,
      broken: [...outcome.examples],
    };
  });
};
