import type { RewardInputs } from '@minerx/rules/mining-reward';

/** What one order earned on a day, as `computeReward` of the rules gave it from `inputs`. */
export interface OrderReward {
  readonly orderId: string;
  /** Credited to the BTC wallet; zero is recorded too. */
  readonly sat: bigint;
  readonly usdUnits: bigint;
  readonly carryPicoSat: bigint;
  /** Whether the profit balance is used up, so that the order ends. */
  readonly endsOrder: boolean;
  readonly inputs: RewardInputs;
  readonly simulated: boolean;
}
