import { describe, expect, it } from 'vitest';
import { CYCLES, isActiveCycle } from './cycle.ts';
import { formatUnits } from '../wallet/money.ts';

describe('the staking cycles', () => {
  // proves 9: cycles: prices
  it('are four, with the prices of the specification in USDT', () => {
    expect(CYCLES.map(({ name, priceUnits }) => [name, formatUnits(priceUnits)])).toEqual([
      ['LP1', '0.1'],
      ['LP2', '0.12'],
      ['LP3', '0.18'],
      ['LP4', '0.5'],
    ]);
  });

  // proves 9: cycles: start dates
  it('began on 15 Dec 2024, 15 Jan, 15 Mar and 15 May 2025', () => {
    expect(CYCLES.map(({ startDay }) => startDay)).toEqual(['2024-12-15', '2025-01-15', '2025-03-15', '2025-05-15']);
  });

  // proves 4: cycles: 1 Active, else Inactive; all four are 9
  it('are all inactive, because only status 1 is active', () => {
    expect(CYCLES.map(({ status }) => status)).toEqual([9, 9, 9, 9]);
    expect(CYCLES.some(isActiveCycle)).toBe(false);
    expect(isActiveCycle({ status: 1 })).toBe(true);
    for (const status of [0, 2, 8, 9]) expect(isActiveCycle({ status })).toBe(false);
  });
});
