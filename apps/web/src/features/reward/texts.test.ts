import { PICO } from '@minerx/rules/mining-reward';
import { describe, expect, it } from 'vitest';
import {
  exahashText,
  hashLines,
  isFirstMinute,
  minuteLines,
  minutesText,
  picoText,
  utcMoment,
  utcTime,
} from './texts.ts';

const segment = { from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z', bits: '1701fca1', height: 930_000 };

describe('the texts of a receipt', () => {
  it('write parts of a satoshi in full, without superfluous zeros, as the language does', () => {
    expect(picoText('en', 29_022_500_000_000_000n)).toBe('29,022.5');
    expect(picoText('de', 661_994_079_028n)).toBe('0,661994079028');
    expect(picoText('en', 7n * PICO)).toBe('7');
    expect(picoText('en', 1n)).toBe('0.000000000001');
  });

  it('let a day end at 24:00', () => {
    expect(utcTime('en', '2026-11-19T00:00:00.000Z')).toBe('00:00');
    expect(utcTime('en', '2026-11-20T00:00:00.000Z', true)).toBe('24:00');
    expect(utcTime('en', '2026-11-19T13:30:00.000Z', true)).toBe('13:30');
  });

  it('write the moment of a price in UTC as the language writes dates', () => {
    const midnight = '2026-11-28T00:00:00.000Z';
    expect(utcMoment('en-GB', midnight)).toBe('28 Nov 2026, 00:00');
    expect(utcMoment('de', midnight)).toBe('28. Nov. 2026, 00:00');
    expect(utcMoment('zh-Hans', midnight)).toBe('2026年11月28日 00:00');
  });

  it('count hashes in exahashes', () => {
    expect(exahashText('en', 63_910n)).toBe('63.910 EH');
  });

  it('round the lines of hashes so that they add up as they are read', () => {
    for (const [measured, filled, cut] of [
      [637_479_999n, 1_569_999n, 0n],
      [637_479_999n, 0n, 1_560_001n],
      [637_476_000n, 1_564_000n, 9999n],
      [0n, 0n, 0n],
    ] as const) {
      const tenths = (each: bigint) => String(each * 10n ** 12n);
      const lines = hashLines({
        ...segment,
        measuredTenths: tenths(measured),
        filledTenths: tenths(filled),
        cutTenths: tenths(cut),
        hashesTenths: tenths(measured + filled - cut),
      });
      expect(lines.measured! + lines.filled! - lines.cut!).toBe(lines.counted);
      expect(Math.min(...Object.values(lines).map(Number))).toBeGreaterThanOrEqual(0);
    }
    expect(hashLines({ ...segment, hashesTenths: '637475' + '0'.repeat(15) })).toEqual({ counted: 63_747n });
  });
});

describe('the time of a day', () => {
  it('is rounded to minutes that add up to what has passed', () => {
    for (const [coveredSeconds, downSeconds, blindSeconds] of [
      [49_290, 18_150, 180],
      [29, 29, 62],
      [45, 45, 30],
      [0, 0, 0],
    ] as const) {
      const { covered, down, blind, total } = minuteLines({ coveredSeconds, downSeconds, blindSeconds });
      expect(covered + down + blind).toBe(total);
      expect(total).toBe((coveredSeconds + downSeconds + blindSeconds) / 60);
      expect(Math.min(covered, down, blind)).toBeGreaterThanOrEqual(0);
    }
  });

  it('is told in hours and minutes', () => {
    expect(minutesText('en', 822)).toBe('13 hr 42 min');
    expect(minutesText('en', 120)).toBe('2 hr');
    expect(minutesText('en', 3)).toBe('3 min');
    expect(minutesText('de', 822)).toBe('13 Std. 42 Min.');
    expect(minutesText('zh-Hans', 822)).toBe('13小时 42分钟');
  });
});

it('the first minute is being measured for a while after the activation, and never without one', () => {
  const activatedAt = '2026-11-28T12:00:00.000Z';
  const after = (seconds: number) => Date.parse(activatedAt) + seconds * 1000;
  expect(isFirstMinute(activatedAt, after(5))).toBe(true);
  expect(isFirstMinute(activatedAt, after(179))).toBe(true);
  expect(isFirstMinute(activatedAt, after(181))).toBe(false);
  expect(isFirstMinute(null, after(5))).toBe(false);
});
