import { LIST_ROWS } from '@minerx/contract/operator/list';
import {
  operatorPrizeVersion,
  operatorPrizeVersions,
  type PrizeLine,
  type PrizePrice,
  type PrizeVersion as Shown,
} from '@minerx/contract/operator/offers/prize';
import { prizeCategory, prizeDelivery } from '@minerx/rules/blessing';
import { pickOdds } from '@minerx/rules/blessing-draw';
import type { TablePrize } from '@minerx/rules/blessing-draw-proof';
import { formatUnits, units } from '@minerx/rules/money';
import { usablePrices, walletById } from '@minerx/rules/wallet';
import type { Db } from '../../../db/transaction.ts';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import { expectedValue, presentOdds } from '../../../modules/blessing/blessing.presenter.ts';
import {
  findPrizeDraft,
  findPrizeVersion,
  listPrizeVersions,
  type PrizeVersion,
} from '../../../modules/blessing/prizes/prize-version.query.ts';
import { listAudit } from '../../../modules/integrity/audit-log.query.ts';
import { listProposalsOf } from '../../../modules/operator/proposal.store.ts';
import { listWalletTypes, type WalletTypeRow } from '../../../modules/wallet/wallet.query.ts';
import { refuse } from '../../../refusal.ts';
import { pageOf, presentLine, presentProposal, requireLook } from '../desk.ts';

const presentVersion = ({ id, state, days, pool }: PrizeVersion): Shown => ({
  id,
  state,
  days: [...days],
  lines: pool.filter(({ enabled }) => enabled).length,
  // What was left then is in the proof of each deck, and nowhere else.
  expected_value: state === 'over' ? null : expectedValue(pool),
});

const deliveryOf = (name: string): Pick<PrizeLine, 'delivery' | 'wallet'> => {
  const delivery = prizeDelivery(prizeCategory(name)!);
  return {
    delivery: delivery.kind,
    wallet: delivery.kind === 'credit' ? walletById(delivery.walletId).name : null,
  };
};

/** What is left, and the odds that it makes, are of now: none of a version that is over. */
const presentPrize = (prize: TablePrize, isOver: boolean, odds: string | null): PrizeLine => {
  const { id, name, minUnits, maxUnits, weight, total, enabled } = prize;
  return {
    id,
    name,
    from: formatUnits(minUnits),
    to: formatUnits(maxUnits),
    // All amounts of a line are equally likely.
    mean: formatUnits((minUnits + maxUnits) / 2n),
    weight,
    total,
    left: isOver ? null : prize.left,
    drawn: enabled,
    odds,
    ...deliveryOf(name),
  };
};

const presentLines = ({ state, pool }: PrizeVersion): PrizeLine[] => {
  const isOver = state === 'over';
  const odds = isOver ? null : pickOdds(pool);
  return pool.map((prize, place) => presentPrize(prize, isOver, odds && presentOdds(odds[place]!)));
};

/** Of the wallets that its prizes are credited to. */
const listPrizePrices = async (db: Db, now: number, lines: readonly PrizeLine[]): Promise<PrizePrice[]> =>
  (await listWalletTypes(db))
    .filter(({ name }) => lines.some(({ wallet }) => wallet === name))
    .map((type) => ({
      wallet: type.name,
      price: formatUnits(type.priceUnits),
      source: type.priceSource,
      at: type.priceAt.toISOString(),
      simulated: type.priceSimulated,
      pays: paysOf(type, now),
    }));

const paysOf = ({ id, priceUnits, priceAt, priceDoubted }: WalletTypeRow, now: number): PrizePrice['pays'] => {
  if (priceDoubted) return 'doubted';
  const usable = usablePrices({ [id]: units(priceUnits) }, { [id]: priceAt }, now);
  return id in usable ? 'now' : 'too old';
};

export const addPrizeDesk = (api: Api): void => {
  const { context } = api;
  const { pool, clock } = context;

  addRoute(api, operatorPrizeVersions, { limit: perMinute(120) }, async ({ operator, query: { after } }) => {
    await requireLook(context, operator, 'prize list', {});
    const versions = await listPrizeVersions(pool, clock.now(), { before: after, count: LIST_ROWS + 1 });
    const { rows, next } = pageOf(versions, ({ firstDay }) => firstDay, presentVersion);
    const draft = after === undefined ? await findPrizeDraft(pool, clock.now()) : null;
    return { rows: draft === null ? rows : [presentVersion(draft), ...rows], next };
  });

  addRoute(api, operatorPrizeVersion, { limit: perMinute(120) }, async ({ operator, query: { id } }) => {
    await requireLook(context, operator, 'prize list', {});
    const version = (await findPrizeVersion(pool, clock.now(), id)) ?? refuse('err_not_found');
    const lines = presentLines(version);
    const [prices, proposals, changes] = await Promise.all([
      listPrizePrices(pool, clock.now(), lines),
      listProposalsOf(pool, ['prize set']),
      version.state === 'draft' ? listAudit(pool, { action: 'prize.set' }) : [],
    ]);
    return {
      version: presentVersion(version),
      lines,
      prices,
      proposals: proposals.map(presentProposal),
      audit: changes.slice(0, LIST_ROWS).map(presentLine),
    };
  });
};
