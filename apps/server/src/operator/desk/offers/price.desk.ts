import { LIST_ROWS } from '@minerx/contract/operator/list';
import {
  operatorPrice,
  operatorPriceHistory,
  operatorPrices,
  type OperatorPrice,
  type PriceChange,
} from '@minerx/contract/operator/offers/price';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import { listChangesOf, listLastChanges, type LoggedChange } from '../../../modules/integrity/audit-change.query.ts';
import { listProposalsOf } from '../../../modules/operator/proposal.store.ts';
import { refuse } from '../../../refusal.ts';
import { pageOf, presentProposal, requireAfterNumber, requireLook } from '../desk.ts';
import { listPrices, wouldChange, type Price } from './prices.ts';

const presentChange =
  ({ shown }: Price) =>
  ({ id, at, actor, reason, before, after, fromDay, agreedBy, proposal }: LoggedChange): PriceChange => ({
    id: id.toString(),
    at: at.toISOString(),
    actor,
    reason,
    before: before === null ? null : shown(before),
    after: after === null ? null : shown(after),
    from_day: fromDay,
    agreed_by: agreedBy,
    proposal,
  });

const presentPrice = (price: Price, last: LoggedChange | null): OperatorPrice => {
  const { id, kind, of, value, unit } = price;
  return { id, kind, of, value, unit, changed: last && presentChange(price)(last) };
};

export const addPriceDesk = (api: Api): void => {
  const { context } = api;
  const { pool, clock } = context;
  const getPrice = async (id: string): Promise<Price> =>
    (await listPrices(pool, clock.now())).find((price) => price.id === id) ?? refuse('err_not_found');

  addRoute(api, operatorPrices, { limit: perMinute(120) }, async ({ operator }) => {
    await requireLook(context, operator, 'price list', {});
    const prices = await listPrices(pool, clock.now());
    const last = await listLastChanges(
      pool,
      prices.map(({ logged }) => logged),
    );
    return { rows: prices.map((price, place) => presentPrice(price, last[place]!)), next: null };
  });

  addRoute(api, operatorPrice, { limit: perMinute(240) }, async ({ operator, query: { id } }) => {
    await requireLook(context, operator, 'price list', {});
    const price = await getPrice(id);
    const [[last], proposals] = await Promise.all([
      listLastChanges(pool, [price.logged]),
      listProposalsOf(pool, [price.change.name]),
    ]);
    return {
      price: presentPrice(price, last!),
      action: price.change,
      proposals: proposals.filter((proposal) => wouldChange(price, proposal)).map(presentProposal),
    };
  });

  addRoute(api, operatorPriceHistory, { limit: perMinute(240) }, async ({ operator, query: { id, after } }) => {
    await requireLook(context, operator, 'price list', {});
    const price = await getPrice(id);
    const changes = await listChangesOf(pool, price.logged, requireAfterNumber(after), LIST_ROWS + 1);
    return pageOf(changes, (change) => change.id.toString(), presentChange(price));
  });
};
