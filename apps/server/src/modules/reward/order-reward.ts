import type { RewardInputs } from '@minerx/rules/mining-reward';

/** What one order earned on a day, as `computeReward` of the rules gave it from `inputs`. */
export interface OrderReward {
  readonly orderId: string;
  /** 0 for the settlement of the day; each correction of it is a part of its own. */
  readonly part: number;
  /** Why a correction was due. */
  readonly cause: 'late_minutes' | 'pool_payout' | 'pool_figures' | null;
  /** Credited to the BTC wallet; zero is recorded too. */
  readonly sat: bigint;
  readonly usdUnits: bigint;
  readonly carryPicoSat: bigint;
  /** Whether the profit balance is used up, so that the order ends. */
  readonly endsOrder: boolean;
  readonly inputs: RewardInputs;
  readonly simulated: boolean;
}
