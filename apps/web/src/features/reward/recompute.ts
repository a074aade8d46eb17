import {
  computeReward,
  minedPicoSat,
  PICO,
  subsidySat,
  targetFromBits,
  type Reward,
  type RewardInputs,
} from '@minerx/rules/mining-reward';
import type { Units } from '@minerx/rules/money';

/** difficulty × 2^32 = 65535 × 2^240 ÷ target: the hashes that one block stands for. */
const HASHES_OF_TARGET_ONE = 65_535n << 240n;
const PPM = 1_000_000n;

/** The way from the inputs to the credited amount, each step in 1e-12 satoshi, rounded down for the eye only. */
export interface Recomputed {
  /** Work ÷ (difficulty × 2^32), in 1e-12 blocks. */
  workPicoBlocks: bigint;
  /** Times the block subsidy. */
  grossPicoSat: bigint;
  /** After pool fee and payout factor. */
  netPicoSat: bigint;
  /** Of a correction: what had been paid of the day before it. */
  beforePicoSat: bigint;
  /** Less what was paid before, with what the day before left over. */
  withCarryPicoSat: bigint;
  /** The rules' own answer; nothing of the above goes into it. */
  reward: Reward;
  /** Whether it is what was credited, to the last satoshi and to the last unit of its dollar value. */
  isEqual: boolean;
}

/**
 * Computes a reward from its receipt's inputs alone and compares it with what was credited.
 * @throws {RangeError} on inputs that no settlement can have written
 */
export function recompute(inputs: RewardInputs, credited: { rewardUnits: Units; usdUnits: Units }): Recomputed {
  const reward = computeReward(inputs);
  let [work, gross] = [0n, 0n];
  for (const { bits, height, hashesTenths } of inputs.segments) {
    const part = BigInt(hashesTenths) * targetFromBits(bits);
    work += part;
    gross += part * subsidySat(height);
  }
  const kept = PPM - BigInt(inputs.poolFeePpm);
  const [numerator, denominator] = [BigInt(inputs.payoutFactor.numerator), BigInt(inputs.payoutFactor.denominator)];
  const net = (gross * PICO * kept * numerator) / (10n * HASHES_OF_TARGET_ONE * PPM * denominator);
  const before = inputs.before === undefined ? 0n : minedPicoSat(inputs.before, inputs.poolFeePpm);
  return {
    workPicoBlocks: (work * PICO) / (10n * HASHES_OF_TARGET_ONE),
    grossPicoSat: (gross * PICO) / (10n * HASHES_OF_TARGET_ONE),
    netPicoSat: net,
    beforePicoSat: before,
    withCarryPicoSat: net - before + BigInt(inputs.carryPicoSat),
    reward,
    isEqual: reward.rewardSat === credited.rewardUnits && reward.usdValueUnits === credited.usdUnits,
  };
}
