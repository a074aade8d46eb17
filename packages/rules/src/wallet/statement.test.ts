import { expect, test } from 'vitest';
import { isUtcDay, isUtcMonth, stretchOfDays, stretchOfMonth } from './statement.ts';

test.each(['2026-02-30', '2026-13-01', '2026-1-1', '1999-01-01', '2026-02-28T00:00', '', 'yesterday'])(
  '%s is no day',
  (text) => {
    expect(isUtcDay(text)).toBe(false);
  },
);

test('a leap day is one only in a leap year', () => {
  expect([isUtcDay('2028-02-29'), isUtcDay('2027-02-29')]).toEqual([true, false]);
});

test('a month is of four digits and two', () => {
  expect(['2026-01', '2026-12', '2026-00', '2026-13', '2026-1', '2026-01-01'].map(isUtcMonth)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('days run to the end of the last one, and one left out is open', () => {
  expect(stretchOfDays('2026-02-28', '2026-02-28')).toEqual({
    fromMs: Date.UTC(2026, 1, 28),
    untilMs: Date.UTC(2026, 2, 1),
  });
  expect(stretchOfDays(undefined, undefined)).toEqual({ fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER });
});

test('a month ends where the next begins, over the year too', () => {
  expect(stretchOfMonth('2026-12').untilMs).toBe(stretchOfMonth('2027-01').fromMs);
});
