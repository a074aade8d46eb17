import { expect, it } from 'vitest';
import { filterOf, filterSearch, firstOfLast, periodOf, typedDay, wrongDays } from './filter.ts';

it('a year typed digit by digit is passed on when it is one, and an emptied field as no day', () => {
  const passed = ['', '0002-11-05', '0020-11-05', '0202-11-05', '2026-11-05', '20266-11-05'].map(typedDay);
  expect(passed).toEqual([{ day: undefined }, null, null, null, { day: '2026-11-05' }, null]);
});

it('an address that names no day or no kind filters by none', () => {
  expect(filterSearch({ kind: 'purchase', from: '2026-02-30', to: '0002-01-01' })).toEqual({ kind: 'purchase' });
  expect(filterSearch({ kind: 'nothing', from: '2026-02-28', to: 7 })).toEqual({ from: '2026-02-28' });
});

it('a day that is still to come, or a beginning after the end, is said where it was typed', () => {
  const today = '2026-11-22';
  expect(wrongDays({ from: today, to: today }, today)).toEqual({ from: undefined, to: undefined });
  expect(wrongDays({ from: '2026-11-23' }, today)).toEqual({ from: 'transaction.day.future', to: undefined });
  expect(wrongDays({ to: '2027-01-01' }, today)).toEqual({ from: undefined, to: 'transaction.day.future' });
  expect(wrongDays({ from: '2026-11-02', to: '2026-11-01' }, today).from).toBe('transaction.day.crossed');
  // What is refused filters nothing.
  const asked = { kinds: [], wallets: [] };
  const crossed = filterOf([], { from: '2026-11-02', to: '2026-11-01' }, today);
  expect(crossed).toEqual({ ...asked, from: undefined, to: '2026-11-01' });
  expect(filterOf([], { from: today, to: '2027-01-01' }, today)).toEqual({ ...asked, from: today, to: undefined });
});

it('a period of usual length is known by its days, today among them', () => {
  const today = '2026-03-02';
  expect(firstOfLast(7, today)).toBe('2026-02-24');
  expect(periodOf({}, today)).toBe('any');
  expect(periodOf({ from: '2026-02-24' }, today)).toBe(7);
  expect(periodOf({ from: '2026-02-01' }, today)).toBe(30);
  expect(periodOf({ from: '2026-02-24', to: today }, today)).toBe('own');
  expect(periodOf({ to: today }, today)).toBe('own');
});
