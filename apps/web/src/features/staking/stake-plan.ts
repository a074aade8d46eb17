import type { Member } from '@minerx/contract/profile';
import { parseUnits, type Units } from '@minerx/rules/money';
import { decideStake, stakingAmount2 } from '@minerx/rules/staking';
import { walletById, type ByWallet, type WalletId } from '@minerx/rules/wallet';
import { amountOf } from '@minerx/ui/amount-input';
import { ownWallet } from '../../base/own-wallet.ts';
import type { StakingOption } from './staking.api.ts';

/** One of the two amounts with its wallet. */
export interface StakeSide {
  walletId: WalletId;
  name: string;
  precision: number;
  balanceUnits: Units;
  /** Null while nothing readable is typed. */
  units: Units | null;
}

interface StakePlan {
  first: StakeSide;
  second: StakeSide;
  balances: ByWallet;
  /** What the rules say to it; undefined when it could be staked now. */
  fault?: string;
  /** The wallet that has too little. */
  lacking?: string | undefined;
}

/** What is typed, as both wallets see it. */
export function planStake(option: StakingOption, member: Member, typed: string): StakePlan {
  const units = parseUnits(amountOf(typed, walletById(option.walletId).precision) ?? '');
  const side = (walletId: WalletId, sideUnits: Units | null): StakeSide => {
    const { name, precision, balanceUnits } = ownWallet(member, walletId);
    return { walletId, name, precision, balanceUnits, units: sideUnits };
  };
  const first = side(option.walletId, units);
  const second = side(option.wallet2Id, units === null ? null : stakingAmount2(units));
  const balances = { [first.walletId]: first.balanceUnits, [second.walletId]: second.balanceUnits };
  return { first, second, balances, ...faultOf(option, balances, typed, units) };
}

function faultOf(
  option: StakingOption,
  balances: ByWallet,
  typed: string,
  units: Units | null,
): Pick<StakePlan, 'fault' | 'lacking'> {
  if (units === null) return { fault: typed === '' ? 'err_required' : 'err_amount' };
  const input = { amountUnits: units, amount2Units: stakingAmount2(units) };
  const decision = decideStake({ available: true, type: option, balances, now: new Date() }, input);
  if (decision.ok) return {};
  return { fault: decision.refusal, lacking: decision.shortage && walletById(decision.shortage.walletId).name };
}
