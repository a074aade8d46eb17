import {
  angpauPackGetById,
  angpauPackHistory,
  angpauPackOpen,
  angpauPacks,
  angpauPrizes,
  angpauSeeds,
  angpauSeedSet,
} from '@minerx/contract/blessing';
import { GRAND_BLESSING, TOTAL_VALUE } from '@minerx/rules/blessing';
import { formatUnits } from '@minerx/rules/money';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import { pageOrRow } from '../../base/page.ts';
import { keep } from '../../bus/kept.ts';
import { refuse } from '../../refusal.ts';
import { findOutgoingRefusal } from '../member/outgoing.ledger.ts';
import { getOutgoing } from '../withdrawal/withdrawal.query.ts';
import { dealBlessing, openBlessing } from './blessing.command.ts';
import {
  cardNumber,
  expectedValue,
  presentCards,
  presentDaySeed,
  presentPick,
  presentPrizes,
  presentStatus,
  tableVersion,
} from './blessing.presenter.ts';
import { countChances, findMemberSeed, findPack, findPick, listDaySeeds, listPicks } from './blessing.query.ts';
import { chooseMemberSeed } from './draw/member-seed.command.ts';
import { listDrawnPrizes } from './prizes/prize-pool.query.ts';
import { utcDay } from './draw/deck.ts';

/** Two months of them, tomorrow's included. */
const SEED_DAYS = 62;

/** An id that cannot be one answers like one that is not there. */
const requireId = (id: string): string => (isUuid(id) ? id : refuse('err_not_found'));

/** What a pick's presenter must know of its member: the code of a package prize is a way out like any other. */
const shownTo = async ({ pool, env, expiryClock }: Api['context'], memberId: bigint) => ({
  pepper: env.pepper,
  stays: findOutgoingRefusal(await getOutgoing(pool, memberId), new Date(expiryClock.now())),
});

export const addBlessingRoutes = (api: Api): void => {
  const { context } = api;
  const { pool, funnel, clock, env } = context;

  addRoute(api, angpauPacks, { limit: perMinute(300) }, async ({ member }) => {
    const { total, remaining, orders, nextPackId } = await countChances(pool, member.memberId);
    const member_seed = await findMemberSeed(pool, member.memberId);
    const counts = { total_chance: total, remain_chance: remaining, total_order: orders, member_seed };
    return nextPackId === null ? counts : { ...counts, id: nextPackId };
  });

  const prizes = keep(
    async () => {
      const lines = await listDrawnPrizes(pool, utcDay(clock.now()));
      return { version: tableVersion(lines), expected_value: expectedValue(lines), prize: presentPrizes(lines) };
    },
    context.bus,
    ['settings_changed'],
  );
  api.http.addHook('onClose', async () => prizes.close());
  addRoute(api, angpauPrizes, { limit: perMinute(300) }, async () => ({
    grand_blessing: formatUnits(GRAND_BLESSING),
    total_value: formatUnits(TOTAL_VALUE),
    ...(await prizes.get()),
  }));

  addRoute(api, angpauSeeds, { limit: perMinute(60) }, async () => ({
    seed: (await listDaySeeds(pool, SEED_DAYS)).map(presentDaySeed),
  }));

  addRoute(api, angpauSeedSet, { limit: perMinute(30) }, async ({ member, body }) => {
    await chooseMemberSeed(context, member.memberId, body.seed);
    return { member_seed: body.seed };
  });

  addRoute(api, angpauPackGetById, { limit: perMinute(300) }, async ({ member, body }) => {
    const id = requireId(body.id);
    let pack = (await findPack(pool, member.memberId, id)) ?? refuse('err_not_found');
    if (pack.commitment === null && (await funnel.run(dealBlessing(member.memberId, id))).dealt)
      pack = (await findPack(pool, member.memberId, id)) ?? refuse('err_not_found');
    const pick = pack.openedAt === null ? null : await findPick(pool, member.memberId, id);
    return {
      angpau: presentCards(pick),
      data: { angpau_order_status: presentStatus(pack) },
      commitment: pack.commitment ?? '',
      pick: pick && presentPick(pick, await shownTo(context, member.memberId)),
    };
  });

  addRoute(api, angpauPackOpen, { limit: perMinute(300) }, async ({ member, body, idempotencyKey }) => {
    const input = { packId: requireId(body.id), index: body.index, pepper: env.pepper };
    const { packId } = await funnel.run(openBlessing(member.memberId, input, idempotencyKey));
    const pick = (await findPick(pool, member.memberId, packId)) ?? refuse('err_not_found');
    const shown = presentPick(pick, await shownTo(context, member.memberId));
    return { data: cardNumber(pick.position), angpau: presentCards(pick), pick: shown };
  });

  addRoute(api, angpauPackHistory, { limit: perMinute(300) }, async ({ member, body }) => {
    const { rows, total } = await pageOrRow(
      body,
      () => listPicks(pool, member.memberId, body),
      (id) => findPick(pool, member.memberId, id),
    );
    const shown = await shownTo(context, member.memberId);
    return {
      data: rows.map((pick) => presentPick(pick, shown)),
      paginator: { page: body.page, pageSize: body.pageSize, total },
    };
  });
};
