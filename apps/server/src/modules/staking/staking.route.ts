import { staking, stakingAll, stakingHistory } from '@minerx/contract/staking';
import { unitsOf } from '@minerx/rules/money';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { refuse } from '../../refusal.ts';
import { stakeTokens } from './staking.command.ts';
import { presentStake, presentStakingType } from './staking.presenter.ts';
import { getSetting } from '../setting/setting.query.ts';
import { findStake, listStakes, listStakingTypes } from './staking.query.ts';

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
    const { rows, total } = await listStakes(pool, member.memberId, body);
    return { data: rows.map(presentStake), paginator: { page: body.page, pageSize: body.pageSize, total } };
  });
};
