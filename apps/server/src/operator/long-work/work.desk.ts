import type { OperatorRole } from '@minerx/contract/operator/role';
import { operatorWork, operatorWorks, type OperatorWork } from '@minerx/contract/operator/work';
import { isUuid } from '../../base/ids.ts';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { findLongWork, listLongWork, type LongWork } from '../../modules/operator/long-work.store.ts';
import { refuse } from '../../refusal.ts';
import { OPERATOR_COMMANDS } from '../catalogue.ts';
import { mayDo } from '../command.ts';
import { iso, pageOf, requireAfter } from '../desk/desk.ts';

/** What a role may see: what it may do. */
const actionsOf = (role: OperatorRole): string[] =>
  OPERATOR_COMMANDS.filter((command) => command.isLong && mayDo(role, command)).map(({ name }) => name);

const presentWork = ({ id, action, actor, askedAt, done, total, outcome, lines, endedAt }: LongWork): OperatorWork => ({
  id,
  action,
  actor,
  asked_at: askedAt.toISOString(),
  done,
  total,
  state: outcome ?? 'running',
  lines,
  ended_at: iso(endedAt),
});

export const addWorkDesk = (api: Api): void => {
  const { context } = api;

  addRoute(api, operatorWork, { limit: perMinute(240) }, async ({ operator, query: { id } }) =>
    presentWork(
      (isUuid(id) ? await findLongWork(context.pool, id, actionsOf(operator.role)) : null) ?? refuse('err_not_found'),
    ),
  );

  addRoute(api, operatorWorks, { limit: perMinute(240) }, async ({ operator, query: { after } }) =>
    pageOf(
      await listLongWork(context.pool, actionsOf(operator.role), requireAfter(after)),
      ({ id }) => id,
      presentWork,
    ),
  );
};
