import { DAY_MS } from '@minerx/rules/duration';
import { operatorAudit } from '@minerx/contract/operator/audit';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { holds, listAudit, searchAudit, type CheckedRow } from '../../modules/integrity/audit-log.query.ts';
import { pageOf, presentLine, requireAfterNumber, requireLook } from './desk.ts';

export const addAuditDesk = (api: Api): void => {
  const { context } = api;

  addRoute(api, operatorAudit, { limit: perMinute(240) }, async ({ operator, query }) => {
    const { actor, action, subject, from, to, words = '', after } = query;
    await requireLook(context, operator, 'audit list', {});
    const asked = {
      actor: actor?.includes('@') && !actor.includes(':') ? `operator:${actor}` : actor,
      action,
      subject,
      since: from === undefined ? undefined : new Date(from),
      until: to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS),
      after: requireAfterNumber(after),
    };
    const present = (row: CheckedRow) => ({ ...presentLine(row), holds: holds(row) });
    const sought = words.toLowerCase().split(/\s+/).filter(Boolean);
    if (sought.length === 0)
      return {
        ...pageOf(await listAudit(context.pool, asked), ({ id }) => id.toString(), present),
        searched_to: null,
      };
    const { rows, searchedTo } = await searchAudit(context.pool, asked, sought);
    return {
      rows: rows.map(present),
      next: searchedTo === null ? null : searchedTo.id.toString(),
      searched_to: searchedTo === null ? null : searchedTo.at.toISOString(),
    };
  });
};
