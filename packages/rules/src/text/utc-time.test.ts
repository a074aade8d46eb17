import { expect, it } from 'vitest';
import { ageOf, minuteOf } from './utc-time.ts';

const now = Date.UTC(2026, 10, 22, 19, 40);
const before = (seconds: number) => ageOf(new Date(now - seconds * 1000), now);

it('is told by the minute, in UTC', () => {
  expect(minuteOf(new Date(now))).toBe('2026-11-22 19:40');
});

it('is an age in the largest unit that says enough, rounded down', () => {
  expect([-5, 0, 119, 120, 7199, 7200, 172_799, 172_800].map(before)).toEqual([
    '0 s',
    '0 s',
    '119 s',
    '2 min',
    '119 min',
    '2 h',
    '47 h',
    '2 d',
  ]);
});
