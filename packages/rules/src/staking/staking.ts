import { DAY_MS } from '../text/duration.ts';
import { floorToPrecision, UNIT, units } from '../wallet/money.ts';
import type { Units } from '../wallet/money.ts';
import { walletById } from '../wallet/wallet.ts';
import type { ByWallet, WalletId, WalletAmount } from '../wallet/wallet.ts';

/** Statuses of a staking order (specification §4). */
export const STAKE_ACTIVE = 1;
export const STAKE_ENDED = 9;
export type StakeStatus = typeof STAKE_ACTIVE | typeof STAKE_ENDED;

/** What is staked beside an amount is this many times as much (specification §9). */
const STAKING_MULTIPLE = 250n;

/** The least that can be staked: one whole token of the first wallet (specification §5). */
export const STAKING_MIN: Units = units(UNIT);

/** What operators may set as the most at once: 250 times as much is still an amount that the ledger holds. */
export const STAKING_MAX_SETTABLE: Units = units(100_000_000n * UNIT);

/** Days that operators may set as a term. */
export const STAKING_DAYS_MAX = 3650;

/** A staking type as operators set it. */
export interface StakingTerms {
  readonly walletId: WalletId;
  readonly wallet2Id: WalletId;
  /** The most that one order may stake of the first wallet. */
  readonly maxUnits: bigint;
  /** Whole days until the order ends and everything comes back. */
  readonly termDays: number;
  readonly active: boolean;
}

type StakingRefusal =
  | 'err_staking_unavailable'
  | 'err_staking_type'
  | 'err_staking_amount'
  | 'err_amount_changed'
  | 'err_insufficient_balance';

export interface StakingRefused {
  readonly ok: false;
  readonly refusal: StakingRefusal;
  /** `err_amount_changed`: what the second amount is. */
  readonly amount2Units?: Units;
  /** `err_staking_amount`: between what the amount must be. */
  readonly bounds?: { readonly minUnits: Units; readonly maxUnits: Units };
  /** `err_insufficient_balance`: the wallet, what it needs and what it has. */
  readonly shortage?: { readonly walletId: WalletId; readonly neededUnits: Units; readonly balanceUnits: Units };
}

interface StakeAccepted {
  readonly ok: true;
  /** What leaves the member's wallets, first and second; both above zero. */
  readonly payments: readonly [WalletAmount, WalletAmount];
  readonly endsAt: Date;
}

/** The second amount: always the first times 250. */
export const stakingAmount2 = (amountUnits: bigint): Units => units(amountUnits * STAKING_MULTIPLE);

/**
 * Whether an amount can be staked: at least one token, at most what the type allows, and no finer than the wallet shows,
 * so that nobody reads less than was taken.
 */
const isStakingAmount = (amountUnits: bigint, { walletId, maxUnits }: StakingTerms): boolean =>
  amountUnits >= STAKING_MIN &&
  amountUnits <= maxUnits &&
  floorToPrecision(amountUnits, walletById(walletId).precision) === amountUnits;

/** The most that the balances and the type allow, in the first wallet's decimals; zero when it is less than the least. */
export const mostStakeable = (terms: StakingTerms, balances: ByWallet): Units => {
  const own = balances[terms.walletId] ?? 0n;
  const beside = (balances[terms.wallet2Id] ?? 0n) / STAKING_MULTIPLE;
  const least = [own, beside, terms.maxUnits].reduce((a, b) => (b < a ? b : a));
  const most = floorToPrecision(least, walletById(terms.walletId).precision);
  return most < STAKING_MIN ? units(0n) : most;
};

/** The first moment at which a stake has ended. */
export const stakeEndsAt = (start: Date, termDays: number): Date => new Date(start.getTime() + termDays * DAY_MS);

/** Whether a stake is given back now. An ended one is not given back again. */
export const canEndStake = (status: number, endsAt: Date, now: Date): boolean =>
  isActiveStake(status) && endsAt.getTime() <= now.getTime();

export const isActiveStake = (status: number): boolean => status === STAKE_ACTIVE;

export interface StakingState {
  /** The operator's setting. */
  readonly available: boolean;
  /** Null when there is no such type. */
  readonly type: StakingTerms | null;
  readonly balances: ByWallet;
  readonly now: Date;
}

/** Decides on a stake; `amount2Units` is what the member saw. */
export const decideStake = (
  { available, type, balances, now }: StakingState,
  { amountUnits, amount2Units }: { readonly amountUnits: bigint; readonly amount2Units: bigint },
): StakeAccepted | StakingRefused => {
  if (!available) return { ok: false, refusal: 'err_staking_unavailable' };
  if (type === null || !type.active) return { ok: false, refusal: 'err_staking_type' };
  if (!isStakingAmount(amountUnits, type)) {
    const bounds = { minUnits: STAKING_MIN, maxUnits: units(type.maxUnits) };
    return { ok: false, refusal: 'err_staking_amount', bounds };
  }
  const beside = stakingAmount2(amountUnits);
  if (beside !== amount2Units) return { ok: false, refusal: 'err_amount_changed', amount2Units: beside };
  const payments = [
    { walletId: type.walletId, units: units(amountUnits) },
    { walletId: type.wallet2Id, units: beside },
  ] as const;
  for (const { walletId, units: neededUnits } of payments) {
    const balanceUnits = balances[walletId] ?? units(0n);
    if (balanceUnits < neededUnits) {
      return { ok: false, refusal: 'err_insufficient_balance', shortage: { walletId, neededUnits, balanceUnits } };
    }
  }
  return { ok: true, payments, endsAt: stakeEndsAt(now, type.termDays) };
};
