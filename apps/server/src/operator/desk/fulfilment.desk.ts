import { operatorFulfilment, operatorFulfilments, type OperatorFulfilment } from '@minerx/contract/operator/fulfilment';
import { formatUnits } from '@minerx/rules/money';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import {
  findFulfilment,
  listFulfilmentPage,
  type FulfilmentRow,
} from '../../modules/blessing/prizes/fulfilment.query.ts';
import { refuse } from '../../refusal.ts';
import { getAuditOf, heldUntilOf, iso, pageOf, requireAfter, requireLook } from './desk.ts';

const presentRow = (row: FulfilmentRow): OperatorFulfilment => ({
  id: row.packId,
  prize: row.prize,
  amount: formatUnits(row.amountUnits),
  username: row.username,
  picked_at: row.pickedAt.toISOString(),
  done_at: iso(row.doneAt),
  done_by: row.doneBy,
  note: row.note,
});

export const addFulfilmentDesk = (api: Api): void => {
  const { context } = api;
  const { pool } = context;

  addRoute(api, operatorFulfilments, { limit: perMinute(240) }, async ({ operator, query: { state, after } }) => {
    await requireLook(context, operator, 'fulfilment list', {});
    const rows = await listFulfilmentPage(pool, state, requireAfter(after) ?? null);
    return pageOf(rows, ({ packId }) => packId, presentRow);
  });

  addRoute(api, operatorFulfilment, { limit: perMinute(240) }, async ({ operator, query: { id } }) => {
    await requireLook(context, operator, 'fulfilment show', { id });
    const row = (isUuid(id) ? await findFulfilment(pool, id) : null) ?? refuse('err_not_found');
    return {
      fulfilment: presentRow(row),
      member_id: row.memberId.toString(),
      name: row.fullName,
      email: row.email,
      mobile: row.mobile,
      held_until: heldUntilOf(row, context.clock.now()),
      audit: await getAuditOf(context, `pack:${id}`),
    };
  });
};
