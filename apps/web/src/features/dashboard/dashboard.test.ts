import { unitsOf } from '@minerx/rules/money';
import { ACTIVATED, DISCONNECTED } from '@minerx/rules/order-status';
import { describe, expect, it } from 'vitest';
import type { LiveOrder } from './dashboard.api.ts';
import { fillWeek } from './week.ts';
import { totalOf } from './total-hashrate.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const order = (serial: string, status: LiveOrder['status'] = ACTIVATED): LiveOrder => ({
  id: serial,
  serial,
  status,
  simulated: true,
  hashrateThs: 50,
});

describe('the live total', () => {
  const readings = new Map([
    ['A', { ths: 74.5, at: NOW - 500 }],
    ['B', { ths: 70, at: NOW - 900 }],
    ['C', { ths: 71, at: NOW - 60_000 }],
    ['D', { ths: null, at: NOW }],
  ]);
  const readingOf = (serial: string) => readings.get(serial);

  // proves 4: dashboard sums the live hashrates
  it('adds up what is measured now', () => {
    expect(totalOf([order('A'), order('B'), order('D')], readingOf, NOW)).toBe(144.5);
  });

  it('leaves out what is down and what is too old', () => {
    expect(totalOf([order('A'), order('B', DISCONNECTED), order('C')], readingOf, NOW)).toBe(74.5);
  });

  it('is unknown, not zero, while nothing was heard', () => {
    expect(totalOf([order('X'), order('C')], readingOf, NOW)).toBeNull();
  });
});

describe('the week', () => {
  // proves 9: 7-day chart filled with zeros
  it('has seven days up to yesterday, zeros where nothing was mined', () => {
    const week = fillWeek([{ day: '2026-11-18', units: unitsOf('0.5'), provisional: true }], NOW);
    expect(week.map(({ day }) => day)).toEqual([
      '2026-11-13',
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
    ]);
    expect(week.map(({ units }) => units)).toEqual([0n, 0n, 0n, 0n, 0n, 50_000_000n, 0n]);
    expect(week.map(({ provisional }) => provisional)).toEqual([false, false, false, false, false, true, false]);
  });
});
