import { mulDivFloor, UNIT, units, ZERO } from '../wallet/money.ts';
import type { Units } from '../wallet/money.ts';

/** What a miner can do at most, Th/s; the charts' upper end. */
export const MAX_HASHRATE_THS = 76;
/** Contract figure of the specification, not a measurement. */
export const POWER_W = 5;
export const ALGORITHM = 'SHA-256';
/** Blocks between two halvings of the subsidy. */
export const HALVING_BLOCKS = 210_000;

const FIRST_SUBSIDY_SAT = 5_000_000_000n;
/** Pico-satoshi in a satoshi: what is left of a day below one satoshi is carried in these. */
export const PICO = 1_000_000_000_000n;
const PPM = 1_000_000n;
const TENTHS = 10n;
const SECONDS_PER_DAY = 86_400n;
const TERAHASH = 1_000_000_000_000n;

/** Target of difficulty 1 is 65535 × 2^208. */
const DIFFICULTY_ONE = 65_535n << 208n;
/** difficulty × 2^32 = 65535 × 2^240 ÷ target, exactly: the hashes that a block stands for. */
const WORK_OF_TARGET_ONE = 65_535n << 240n;
const TARGET_LIMIT = 1n << 256n;

/** New coins of the block at a height, in satoshi: 50 BTC halved every 210 000 blocks. */
export const subsidySat = (height: number): Units => {
  if (!Number.isSafeInteger(height) || height < 0) throw new RangeError(`not a block height: ${height}`);
  return units(FIRST_SUBSIDY_SAT >> BigInt(Math.floor(height / HALVING_BLOCKS)));
};

/**
 * The 256-bit target behind a block header's compact `bits` (as a number, or as hexadecimal "1701fca1").
 * Throws RangeError for negative, zero or overflowing forms. Source: Bitcoin Core, `arith_uint256::SetCompact`.
 */
export const targetFromBits = (bits: number | string): bigint => {
  const compact =
    typeof bits === 'number' ? bits : /^(0x)?[0-9a-fA-F]{8}$/.test(bits) ? parseInt(bits, 16) : Number.NaN;
  if (!Number.isInteger(compact) || compact < 0 || compact > 0xffffffff)
    throw new RangeError(`not compact bits: ${bits}`);
  const size = BigInt(compact >>> 24);
  const mantissa = BigInt(compact & 0x7fffff);
  const target = size <= 3n ? mantissa >> (8n * (3n - size)) : mantissa << (8n * (size - 3n));
  if ((compact & 0x800000) !== 0 || target === 0n || target >= TARGET_LIMIT) {
    throw new RangeError(`bits out of range: ${bits}`);
  }
  return target;
};

/** Network difficulty for display; settlement computes with the exact target. */
export const difficultyFromBits = (bits: number | string): number => {
  // 64 more binary places than the integer part, so that the double is the nearest one.
  return Number((DIFFICULTY_ONE << 64n) / targetFromBits(bits)) / 2 ** 64;
};

/** A stretch of the day with one difficulty and one subsidy. */
export interface RewardSegment {
  /** Compact bits in hexadecimal. */
  readonly bits: string;
  readonly height: number;
  /** Σ share in tenths × hashes of each device, as a whole number in decimal digits: measured + filled − cut. */
  readonly hashesTenths: string;
  /** What the devices told by themselves; absent in receipts from before these three were kept. */
  readonly measuredTenths?: string | undefined;
  /** What the pool's figure added where nobody had seen a device. */
  readonly filledTenths?: string | undefined;
  /** What the pool's figure took away where a device had told more than the pool saw of it. */
  readonly cutTenths?: string | undefined;
}

/** Work and the part of it that the pool paid. */
export interface RewardWork {
  readonly segments: readonly RewardSegment[];
  /** Where the pool paid less than the formula, the day's share of it; 1/1 otherwise. */
  readonly payoutFactor: { readonly numerator: string; readonly denominator: string };
}

/** Everything a day's reward of one order follows from: the receipt that is kept with it. Whole numbers as decimal digits. */
export interface RewardInputs extends RewardWork {
  /** Pool fee in millionths. */
  readonly poolFeePpm: number;
  /** Of a correction: what had been paid of the day before it. Only the difference is credited. */
  readonly before?: RewardWork | undefined;
  /** What the days before left below one satoshi, in 1e-12 satoshi. */
  readonly carryPicoSat: string;
  /** Dollars for one BTC × 1e8. */
  readonly btcPriceUnits: string;
  /** What the order may still earn, dollars × 1e8. */
  readonly profitBalanceUnits: string;
}

export interface Reward {
  /** Credited to the BTC wallet: one satoshi is one unit. */
  readonly rewardSat: Units;
  /** For the next day; zero once the order has earned all it can. */
  readonly carryPicoSat: bigint;
  /** Taken from the profit balance, dollars × 1e8; never below the worth of the credited satoshi. */
  readonly usdValueUnits: Units;
  readonly profitBalanceAfterUnits: Units;
  /** Whether the profit balance is used up, so that the order ends. */
  readonly capped: boolean;
}

/**
 * A day's reward of one order: work ÷ (difficulty × 2^32) × subsidy × (1 − pool fee) × payout factor, exact until one
 * rounding down at 1e-12 satoshi; the carry is added and whole satoshi are paid. When their value reaches the profit
 * balance, the satoshi are cut to it, the balance ends at zero and the carry is dropped. `usdValueUnits` is then the
 * whole balance, so that the values of all rewards sum exactly to the maximum profit. A correction is worth the day as it is
 * known now less the day as it was paid before.
 * Throws RangeError on inputs that are not whole numbers ≥ 0, a price of zero, a factor outside 0 … 1, hashes that are not
 * what was measured, filled and cut, or a correction that takes away.
 */
export const computeReward = (inputs: RewardInputs): Reward => {
  const price = whole(inputs.btcPriceUnits);
  const balance = whole(inputs.profitBalanceUnits);
  if (price === 0n) throw new RangeError('a reward needs a BTC price');
  const pico = earnedPicoSat(inputs) + whole(inputs.carryPicoSat);
  const sat = pico / PICO;
  const value = mulDivFloor(sat, price, UNIT);
  if (value < balance) {
    return {
      rewardSat: units(sat),
      carryPicoSat: pico % PICO,
      usdValueUnits: value,
      profitBalanceAfterUnits: units(balance - value),
      capped: false,
    };
  }
  return {
    // Never more than `sat`, whose value reaches the balance.
    rewardSat: mulDivFloor(balance, UNIT, price),
    carryPicoSat: 0n,
    usdValueUnits: units(balance),
    profitBalanceAfterUnits: ZERO,
    capped: true,
  };
};

/** What a reward adds, before the carry, in 1e-12 satoshi. Throws RangeError when a correction would take away. */
const earnedPicoSat = ({ before, poolFeePpm, ...work }: RewardInputs): bigint => {
  const earned = minedPicoSat(work, poolFeePpm) - (before === undefined ? 0n : minedPicoSat(before, poolFeePpm));
  if (earned < 0n) throw new RangeError('a correction takes nothing away');
  return earned;
};

/** What work is worth, in 1e-12 satoshi, after fee and payout factor, rounded down once. */
export const minedPicoSat = ({ segments, payoutFactor }: RewardWork, poolFeePpm: number): bigint => {
  const [numerator, denominator] = [whole(payoutFactor.numerator), whole(payoutFactor.denominator)];
  if (denominator === 0n || numerator > denominator) throw new RangeError('a payout factor lies between 0 and 1');
  let worth = 0n;
  for (const segment of segments) {
    requireParts(segment);
    worth += whole(segment.hashesTenths) * targetFromBits(segment.bits) * subsidySat(segment.height);
  }
  return (worth * PICO * keptPpm(poolFeePpm) * numerator) / (TENTHS * PPM * WORK_OF_TARGET_ONE * denominator);
};

const requireParts = ({ hashesTenths, measuredTenths, filledTenths, cutTenths }: RewardSegment): void => {
  const parts = [measuredTenths, filledTenths, cutTenths];
  if (parts.every((part) => part === undefined)) return;
  const [measured, filled, cut] = parts.map((part) => whole(part ?? ''));
  if (measured! + filled! - cut! !== whole(hashesTenths))
    throw new RangeError('the hashes are not what was measured, filled and cut');
};

/** Satoshi that so many hashes are worth at one difficulty, rounded down, after the fee. For estimates and reconciliation. */
export const expectedSat = (hashes: bigint, bits: number | string, height: number, feePpm: number): Units =>
  mulDivFloor(hashes * targetFromBits(bits), subsidySat(height) * keptPpm(feePpm), PPM * WORK_OF_TARGET_ONE);

/** Network estimate in satoshi for a full day at a hashrate (Th/s, read to six decimals). An estimate is never credited. */
export const expectedDailyReward = (input: {
  readonly hashrateThs: number;
  readonly bits: number | string;
  readonly height: number;
  readonly feePpm: number;
}): Units => {
  if (!Number.isFinite(input.hashrateThs) || input.hashrateThs < 0) throw new RangeError('not a hashrate');
  const hashesPerSecond = (BigInt(Math.round(input.hashrateThs * 1e6)) * TERAHASH) / 1_000_000n;
  return expectedSat(hashesPerSecond * SECONDS_PER_DAY, input.bits, input.height, input.feePpm);
};

/** Contract figures of the specification (§9), BTC a day in units: for each whole miner and each share (a unit of the shared contract is ten). */
const CONTRACT_BTC_PER_DAY = {
  shared: { min: units(670n), max: units(1_930n) },
  own: { min: units(6_910n), max: units(19_200n) },
} as const;

/** The specification's two figures in BTC a day for so many shares and whole miners. Contract figures: shown as such, never credited. */
export const contractEstimate = (count: {
  readonly shared: number;
  readonly own: number;
}): {
  readonly min: Units;
  readonly max: Units;
} => {
  const { shared, own } = CONTRACT_BTC_PER_DAY;
  const [sharedCount, ownCount] = [BigInt(count.shared), BigInt(count.own)];
  return {
    min: units(sharedCount * shared.min + ownCount * own.min),
    max: units(sharedCount * shared.max + ownCount * own.max),
  };
};

/** How far the dashboard's gauge is filled, 0 … 1: total hashrate ÷ (miner count × 76). No miners: empty. */
export const gaugeFraction = (totalThs: number, minerCount: number): number => {
  if (!(minerCount > 0) || !(totalThs > 0)) return 0;
  return Math.min(1, totalThs / (minerCount * MAX_HASHRATE_THS));
};

const keptPpm = (feePpm: number): bigint => {
  if (!Number.isInteger(feePpm) || feePpm < 0 || feePpm > Number(PPM))
    throw new RangeError('a fee lies between 0 and 1 000 000 ppm');
  return PPM - BigInt(feePpm);
};

const whole = (text: string): bigint => {
  if (!/^[0-9]{1,80}$/.test(text)) throw new RangeError(`not a whole number: ${text}`);
  return BigInt(text);
};
