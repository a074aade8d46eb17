import { describe, expect, it } from 'vitest';
import { byDay, dayLabel, firstOfDays, localDay } from './days.ts';

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();

describe('days', () => {
  it('are the reader’s own days', () => {
    expect(localDay(at(20, 0))).toBe('2026-11-20');
    expect(localDay(at(20, 23))).toBe('2026-11-20');
  });

  it('hold what is of them in its order, one group a day', () => {
    const groups = byDay([{ at: at(18, 9) }, { at: at(18, 23) }, { at: at(19, 0) }]);
    expect(groups.map(({ day, items }) => [day, items.length])).toEqual([
      ['2026-11-18', 2],
      ['2026-11-19', 1],
    ]);
    expect(byDay([])).toEqual([]);
  });

  it('begin with the first of each, newest first too; what is added behind it begins none anew', () => {
    const [latest, early, dayBefore] = [{ at: at(19, 8) }, { at: at(19, 0) }, { at: at(18, 23) }];
    expect([...firstOfDays([latest, early])]).toEqual([latest]);
    expect([...firstOfDays([latest, early, dayBefore])]).toEqual([latest, dayBefore]);
  });

  it('are called today and yesterday in the reader’s language, older ones by their date', () => {
    const now = new Date(2026, 10, 20, 1);
    const date = () => 'the date';
    expect(dayLabel(at(20, 0), 'en', date, now)).toBe('Today');
    expect(dayLabel(at(19, 23), 'de', date, now)).toBe('Gestern');
    expect(dayLabel(at(18, 23), 'en', date, now)).toBe('the date');
    expect(dayLabel(at(21, 0), 'en', date, now)).toBe('the date');
  });
});
