import { DAY_MS } from '@minerx/rules/duration';
import { operatorAudit } from '@minerx/contract/operator/audit';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { holds, listAudit } from '../../modules/integrity/audit-log.query.ts';
import { pageOf, presentLine, requireAfterNumber, requireLook } from './desk.ts';

export const addAuditDesk = (api: Api): void => {
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
};
