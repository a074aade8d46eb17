import { HALVING_BLOCKS } from '@minerx/rules/mining-reward';
import { mulDivFloor, unitsOf, type Units } from '@minerx/rules/money';
import { expect, test } from 'vitest';
import { daysToEarn, daysToHalving } from './payback.ts';

const JUST_HALVED = 840_000;

test('so many days as the amount has daily earnings', () => {
  const input = { dailyUsdUnits: unitsOf('2'), height: JUST_HALVED, monthlyGrowthPercent: 0n };
  expect(daysToEarn(unitsOf('1000'), input)).toBe(500);
  expect(daysToEarn(unitsOf('1001'), input)).toBe(501);
});

test('after the halving each day gives half', () => {
  // 1440 blocks are ten days: 10 × 2, then 1 a day.
  const input = { dailyUsdUnits: unitsOf('2'), height: JUST_HALVED + 210_000 - 1440, monthlyGrowthPercent: 0n };
  expect(daysToHalving(input.height)).toBe(10);
  expect(daysToEarn(unitsOf('20'), input)).toBe(10);
  expect(daysToEarn(unitsOf('120'), input)).toBe(110);
});

test('difficulty that grows makes it longer, until it is never', () => {
  const after = (monthlyGrowthPercent: bigint, target = '1000') =>
    daysToEarn(unitsOf(target), { dailyUsdUnits: unitsOf('2'), height: JUST_HALVED, monthlyGrowthPercent });
  expect(after(1n)).toBeGreaterThan(after(0n)!);
  expect(after(2n)).toBeGreaterThan(after(1n)!);
  // 2 % a month: all months to come together give less than 51 of today's.
  expect(after(2n, '3100')).toBeNull();
});

/** The same, one day after the other. */
function countedByDay(target: bigint, daily: Units, height: number, growth: bigint): number | null {
  let earned = 0n;
  let before = daily;
  for (let day = 0; day < 3650; day += 1) {
    if (earned >= target) return day;
    if (day > 0 && day % 30 === 0) before = mulDivFloor(before, 100n, 100n + growth);
    const first = daysToHalving(height);
    earned += before >> BigInt(day < first ? 0 : 1 + Math.floor((day - first) / Math.ceil(HALVING_BLOCKS / 144)));
  }
  return null;
}

test('the day is the one that counting day by day gives', () => {
  const heights = [JUST_HALVED + 30 * 144, JUST_HALVED + 209_999];
  const targets = ['0', '1', '59.99999999', '60', '2500', '7300'];
  for (const height of heights)
    for (const daily of ['0', '2', '17.12345678'])
      for (const growth of [0n, 1n, 2n])
        for (const target of targets) {
          const input = { dailyUsdUnits: unitsOf(daily), height, monthlyGrowthPercent: growth };
          const counted = countedByDay(unitsOf(target), unitsOf(daily), height, growth);
          expect(daysToEarn(unitsOf(target), input), `${target} at ${daily}, ${growth} %, ${height}`).toBe(counted);
        }
});
