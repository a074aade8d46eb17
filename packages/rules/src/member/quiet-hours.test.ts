import { describe, expect, it } from 'vitest';
import { minutesOf, timeOfDay, undisturbedUntil } from './quiet-hours.ts';

const at = (iso: string): number => Date.parse(iso);
const until = (hours: { from: string; until: string; timeZone: string }, iso: string): string => {
  const quiet = { ...hours, from: minutesOf(hours.from)!, until: minutesOf(hours.until)! };
  return new Date(undisturbedUntil(quiet, at(iso))).toISOString();
};

describe('quiet hours', () => {
  const night = { from: '22:00', until: '07:00', timeZone: 'Asia/Kuala_Lumpur' };

  it('go over midnight by the clock of the place, and end to the minute', () => {
    // It is 22:00:30 there.
    expect(until(night, '2026-11-23T14:00:30Z')).toBe('2026-11-23T23:00:00.000Z');
    expect(until(night, '2026-11-23T20:30:00Z')).toBe('2026-11-23T23:00:00.000Z');
    for (const awake of ['2026-11-23T13:59:59.000Z', '2026-11-23T23:00:00.000Z', '2026-11-24T04:00:00.000Z'])
      expect(until(night, awake)).toBe(awake);
  });

  it('lie within a day where they end later than they begin', () => {
    const noon = { from: '12:30', until: '14:00', timeZone: 'UTC' };
    expect(until(noon, '2026-11-23T13:00:00Z')).toBe('2026-11-23T14:00:00.000Z');
    expect(until(noon, '2026-11-23T12:00:00Z')).toBe('2026-11-23T12:00:00.000Z');
  });

  it('end at the time that the clock shows in the nights when it is set', () => {
    const berlin = { ...night, timeZone: 'Europe/Berlin' };
    expect(until(berlin, '2026-03-28T22:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
    expect(until(berlin, '2026-10-24T21:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
  });

  it('that begin when they end are none', () => {
    const none = { from: '07:00', until: '07:00', timeZone: 'UTC' };
    expect(until(none, '2026-11-23T07:00:00Z')).toBe('2026-11-23T07:00:00.000Z');
  });

  it('are written as a clock shows them', () => {
    expect(timeOfDay(minutesOf('00:05')!)).toBe('00:05');
    for (const wrong of ['24:00', '7:00', '12:60', '', 'x']) expect(minutesOf(wrong)).toBeNull();
  });
});
