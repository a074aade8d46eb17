import { HALVING_BLOCKS } from '@minerx/rules/mining-reward';
import { mulDivFloor, type Units } from '@minerx/rules/money';

/** Blocks of a day when they come every ten minutes. */
const BLOCKS_PER_DAY = 144;
const DAYS_PER_MONTH = 30;
/** Nobody says anything about mining beyond. */
export const HORIZON_YEARS = 10;
const HORIZON_DAYS = HORIZON_YEARS * 365;
const PERCENT = 100n;

/** Days until the subsidy of a block is halved the next time. */
export const daysToHalving = (height: number): number =>
  Math.ceil((HALVING_BLOCKS - (height % HALVING_BLOCKS)) / BLOCKS_PER_DAY);

interface PaybackInput {
  /** What a full day gives now, 1e-8 dollars. */
  dailyUsdUnits: Units;
  /** Of the newest block. */
  height: number;
  /** By how many percent the difficulty grows each month. */
  monthlyGrowthPercent: bigint;
}

/**
 * Days until so many dollars (1e-8) are earned: each day gives what today gives, half of that after each halving, and less as
 * the difficulty grows. Null when ten years are not enough. An estimate: the price of Bitcoin stays as it is.
 * Stretch by stretch of days that give the same: day by day a slow phone was busy with it for longer than with the whole form.
 */
export function daysToEarn(targetUsdUnits: Units, input: PaybackInput): number | null {
  const { dailyUsdUnits, height, monthlyGrowthPercent } = input;
  const firstHalving = daysToHalving(height);
  const halvingDays = Math.ceil(HALVING_BLOCKS / BLOCKS_PER_DAY);
  let missing: bigint = targetUsdUnits;
  let before: Units = dailyUsdUnits;
  for (let day = 0; day < HORIZON_DAYS;) {
    if (missing <= 0n) return day;
    if (day > 0 && day % DAYS_PER_MONTH === 0) before = mulDivFloor(before, PERCENT, PERCENT + monthlyGrowthPercent);
    const halvings = day < firstHalving ? 0 : 1 + Math.floor((day - firstHalving) / halvingDays);
    const daily = before >> BigInt(halvings);
    const nextMonth = day - (day % DAYS_PER_MONTH) + DAYS_PER_MONTH;
    const nextHalving = firstHalving + halvings * halvingDays;
    const days = BigInt(Math.min(nextMonth, nextHalving, HORIZON_DAYS) - day);
    const wanted = daily > 0n ? (missing + daily - 1n) / daily : days;
    const worked = wanted < days ? wanted : days;
    missing -= daily * worked;
    day += Number(worked);
  }
  return null;
}
