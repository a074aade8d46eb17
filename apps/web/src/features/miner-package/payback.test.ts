import { unitsOf } from '@minerx/rules/money';
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
