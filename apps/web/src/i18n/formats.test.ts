import { describe, expect, it } from 'vitest';
import { formatsOf, LANGUAGE_CODES, type WireLanguage } from '@minerx/rules/wire-language';
import { makeFormats } from './formats.ts';

const NOW = new Date('2026-11-20T08:00:00.000Z');
const HOUR = 3600;
const inSeconds = (tag: string, seconds: number): string =>
  makeFormats(tag).relative(new Date(NOW.getTime() + seconds * 1000), NOW);

describe('how far away a time is', () => {
  it('never names a day of the calendar that the date beside it contradicts', () => {
    expect(inSeconds('en', 48 * HOUR - 20)).toBe('in 48 hours');
    expect(inSeconds('de', 48 * HOUR - 20)).toBe('in 48 Stunden');
    expect(inSeconds('de', 48 * HOUR)).toBe('in 2 Tagen');
    expect(inSeconds('en', 24 * HOUR)).toBe('in 24 hours');
    expect(inSeconds('en', -30 * HOUR)).toBe('30 hours ago');
  });

  it('is told in the unit that fits, rounded', () => {
    expect(inSeconds('en', 0)).toBe('now');
    expect(inSeconds('en', -3)).toBe('3 seconds ago');
    expect(inSeconds('en', -200)).toBe('3 minutes ago');
    expect(inSeconds('en', 71.6 * HOUR)).toBe('in 3 days');
  });
});

describe('dates and numbers', () => {
  const of = (language: WireLanguage) => makeFormats(formatsOf(language));
  const evening = new Date(2026, 10, 3, 21, 5);

  it('name the UTC day, whatever zone the reader is in', () => {
    expect(makeFormats('en-GB').utcDay('2026-11-19')).toBe('19 Nov 2026');
  });

  it('put the day first in English, and take each language’s own clock', () => {
    expect(of('en').date(evening)).toBe('3 Nov 2026');
    expect(of('en').dateTime(evening)).toBe('3 Nov 2026, 21:05');
    expect([of('gr').time(evening), of('my').time(evening), of('zh').time(evening)]).toEqual([
      '21:05',
      '09:05 PTG',
      '21:05',
    ]);
  });

  it('leave the year out of a time in a list while it is this one', () => {
    const { dayTime } = of('en');
    expect(dayTime(evening, new Date(2026, 11, 31))).toBe('3 Nov, 21:05');
    expect(dayTime(evening, new Date(2027, 0, 1))).toBe('3 Nov 2026, 21:05');
  });

  it('count the same years in every language, Thai too', () => {
    for (const code of LANGUAGE_CODES) expect(of(code).date(evening)).toContain('2026');
  });

  it('join words as each language does', () => {
    const two = ['a@minerx.test', 'b@minerx.test'];
    expect([of('en').list(two), of('gr').list(two), of('zh').list(two)]).toEqual([
      'a@minerx.test and b@minerx.test',
      'a@minerx.test und b@minerx.test',
      'a@minerx.test和b@minerx.test',
    ]);
  });

  it('write a percentage with as many decimals as its neighbours', () => {
    expect([of('en').percent(0.022, 2), of('gr').percent(0.022, 2), of('en').percent(0.42)]).toEqual([
      '2.20%',
      '2,20\u00a0%',
      '42%',
    ]);
  });

  it('group thousands in every language, Spanish too', () => {
    expect(of('es').number(1234.5, 2)).toBe('1.234,50');
    for (const code of LANGUAGE_CODES) expect(of(code).number(8888)).toMatch(/^8[.,]888$/);
  });
});
