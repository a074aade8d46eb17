import { staking, stakingAll, stakingHistory, type StakingOrder, type StakingType } from '@minerx/contract/staking';
import { unitsOf, formatUnits } from '@minerx/rules/money';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { pageOrRow } from '../../base/page.ts';
import { refuse } from '../../refusal.ts';
import { stakeTokens } from './staking.command.ts';
import { getSetting } from '../setting/setting.query.ts';
import { findStake, listStakes, listStakingTypes, type StakeRow } from './staking.query.ts';
import type { StakingTypeRow } from './staking-type.ts';
import { STAKING_MIN } from '@minerx/rules/staking';
import { presentTexts } from '../../base/variants.ts';

export const addStakingRoutes = (api: Api): void => {
  const { pool, funnel } = api.context;

  addRoute(api, stakingAll, { limit: perMinute(300) }, async () => {
    const [types, available] = await Promise.all([listStakingTypes(pool), getSetting(pool, 'staking_available')]);
    return { staking: types.filter(({ active }) => active).map(presentStakingType), available };
  });

  addRoute(api, staking, { limit: perMinute(120), pin: true }, async ({ member, body, idempotencyKey }) => {
    const input = {
      typeId: body.staking_type,
      amountUnits: unitsOf(body.amount),
      amount2Units: unitsOf(body.amount2),
    };
    const { stakeId } = await funnel.run(stakeTokens(member.memberId, input, idempotencyKey));
    const stake = await findStake(pool, member.memberId, stakeId);
    return { staking: presentStake(stake ?? refuse('err_not_found')) };
  });

  addRoute(api, stakingHistory, { limit: perMinute(300) }, async ({ member, body }) => {
    const { rows, total } = await pageOrRow(
      body,
      () => listStakes(pool, member.memberId, body),
      (id) => findStake(pool, member.memberId, id),
    );
    return { data: rows.map(presentStake), paginator: { page: body.page, pageSize: body.pageSize, total } };
  });
};

const presentStakingType = (type: StakingTypeRow): StakingType => ({
  staking_id: type.id,
  staking_name: type.name,
  ...presentTexts('staking_name2', type.name2, type.names2),
  staking_wallet_type: type.walletId,
  staking_wallet_type2: type.wallet2Id,
  staking_min_amount: formatUnits(STAKING_MIN),
  staking_max_amount: formatUnits(type.maxUnits),
  staking_term_days: type.termDays,
});

const presentStake = (stake: StakeRow): StakingOrder => ({
  id: stake.id,
  staking_order_status: stake.status,
  staking_order_created_date: stake.createdAt.toISOString(),
  staking_order_end_date: stake.endsAt.toISOString(),
  staking_order_amount: formatUnits(stake.amountUnits),
  staking_order_amount2: formatUnits(stake.amount2Units),
  staking_name: stake.typeName,
  staking_wallet_type: stake.walletId,
  staking_wallet_type2: stake.wallet2Id,
});
