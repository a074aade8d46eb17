import { operatorOutbox, type GivenUpWork } from '@minerx/contract/operator/outbox';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { listGivenUpPage, type GivenUp, type GivenUpKey } from '../../modules/outbox/given-up.query.ts';
import { refuse } from '../../refusal.ts';
import { pageOf, requireLook } from './desk.ts';

const presentRow = (row: GivenUp): GivenUpWork => ({
  id: row.id.toString(),
  topic: row.topic,
  template: row.template,
  asked_at: row.createdAt.toISOString(),
  given_up_at: row.givenUpAt.toISOString(),
  attempts: row.attempts,
  last_error: row.lastError,
});

/** @throws err_page */
const readKey = (after: string | undefined): GivenUpKey | null => {
  if (after === undefined) return null;
  const [, at, id] = /^(\d{1,15})-(\d{1,18})$/.exec(after) ?? refuse('err_page');
  return { givenUpAt: new Date(Number(at)), id: BigInt(id!) };
};

export const addOutboxDesk = (api: Api): void => {
  const { context } = api;
  addRoute(api, operatorOutbox, { limit: perMinute(240) }, async ({ operator, query: { after } }) => {
    await requireLook(context, operator, 'outbox list', {});
    const rows = await listGivenUpPage(context.pool, readKey(after));
    return pageOf(rows, ({ givenUpAt, id }) => `${givenUpAt.getTime()}-${id}`, presentRow);
  });
};
