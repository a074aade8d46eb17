import { staking, stakingAll, stakingHistory, type StakingOrder, type StakingType } from '@minerx/contract/staking';
import { unitsFrom, type Units } from '@minerx/rules/money';
import { isActiveStake, type StakingTerms } from '@minerx/rules/staking';
import { isWalletId, WALLET, type WalletId } from '@minerx/rules/wallet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import { askedOf, type Asked } from '../../base/parts/paged.tsx';
import type { Intent } from '@minerx/contract/intent';
import { intentPlace } from '../../base/asking/intent.ts';

/** A staking type on offer. */
export interface StakingOption extends StakingTerms {
  id: number;
  /** What is staked: "AOGP + GBPT". */
  name: string;
  /** As the server gave it, with the variants of its longer name. */
  wire: StakingType;
}

export interface StakingOffer {
  available: boolean;
  options: readonly StakingOption[];
}

/** A staking order. */
export interface Stake {
  id: string;
  isActive: boolean;
  name: string;
  walletId: WalletId;
  wallet2Id: WalletId;
  amountUnits: Units;
  amount2Units: Units;
  createdAt: string;
  endsAt: string;
}

const key = ['staking'] as const;

const walletIdOf = (id: number): WalletId => (isWalletId(id) ? id : WALLET.LOCK);

const optionOf = (wire: StakingType): StakingOption => ({
  id: wire.staking_id,
  name: wire.staking_name,
  walletId: walletIdOf(wire.staking_wallet_type),
  wallet2Id: walletIdOf(wire.staking_wallet_type2),
  maxUnits: unitsFrom(wire.staking_max_amount),
  termDays: wire.staking_term_days,
  active: true,
  wire,
});

const stakeOf = (wire: StakingOrder): Stake => ({
  id: wire.id,
  isActive: isActiveStake(wire.staking_order_status),
  name: wire.staking_name,
  walletId: walletIdOf(wire.staking_wallet_type),
  wallet2Id: walletIdOf(wire.staking_wallet_type2),
  amountUnits: unitsFrom(wire.staking_order_amount),
  amount2Units: unitsFrom(wire.staking_order_amount2),
  createdAt: wire.staking_order_created_date,
  endsAt: wire.staking_order_end_date,
});

/** The types on offer, and whether operators have switched staking on. */
export const useStakingOffer = (): UseQueryResult<StakingOffer> =>
  useQuery({
    queryKey: [...key, 'offer'],
    queryFn: async ({ signal }) => {
      const { staking: types, available } = await request(stakingAll, { signal });
      return { available, options: types.map(optionOf) };
    },
  });

/** One page of the member's staking orders, newest first. */
export function useStakes(asked: Asked): UseQueryResult<{ rows: readonly Stake[]; total: number }> {
  const { key: of, enabled, body } = askedOf(asked);
  return useQuery({
    queryKey: [...key, 'page', of],
    enabled,
    queryFn: async ({ signal }) => {
      const { data, paginator } = await request(stakingHistory, { body, signal });
      return { rows: data.map(stakeOf), total: paginator.total };
    },
  });
}

/** What a stake is sent with, but the PIN; amounts as on the wire. */
export interface StakeInput {
  typeId: number;
  amount: string;
  amount2: string;
}

/** Where a stake is kept while its answer is missing. */
export const stakePlace = intentPlace<StakeInput>('stake', { fits: ({ amount }) => typeof amount === 'string' });

/** @throws {Refusal} */
export async function sendStake({ key: idempotencyKey, input }: Intent<StakeInput>, pin: string): Promise<Stake> {
  const { typeId, amount, amount2 } = input;
  const body = { amount, amount2, staking_type: typeId, member_security_pin: pin };
  return stakeOf((await request(staking, { body, idempotencyKey })).staking);
}
