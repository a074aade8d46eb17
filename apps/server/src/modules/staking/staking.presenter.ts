import type { StakingOrder, StakingType } from '@minerx/contract/staking';
import { formatUnits } from '@minerx/rules/money';
import { STAKING_MIN } from '@minerx/rules/staking';
import { presentTexts } from '../../variants.ts';
import type { StakeRow, StakingTypeRow } from './staking.query.ts';

export const presentStakingType = (type: StakingTypeRow): StakingType => ({
  staking_id: type.id,
  staking_name: type.name,
  ...presentTexts('staking_name2', type.name2, type.names2),
  staking_wallet_type: type.walletId,
  staking_wallet_type2: type.wallet2Id,
  staking_min_amount: formatUnits(STAKING_MIN),
  staking_max_amount: formatUnits(type.maxUnits),
  staking_term_days: type.termDays,
});

export const presentStake = (stake: StakeRow): StakingOrder => ({
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
