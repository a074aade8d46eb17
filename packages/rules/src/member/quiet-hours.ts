import { MINUTE_MS } from '../text/duration.ts';

const DAY_MINUTES = 1440;

/** From one time of the day to another, by the clock of a place: over midnight where the second is the earlier one. */
export interface QuietHours {
  /** Minutes since midnight. */
  readonly from: number;
  readonly until: number;
  /** Name of the IANA database. */
  readonly timeZone: string;
}

/** Minutes since midnight of `22:30`; null when it is no time of the day. */
export const minutesOf = (text: string): number | null => {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
};

/** `22:30` of minutes since midnight. */
export const timeOfDay = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const localMinutes = (at: number, timeZone: string): number => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return minutesOf(format.format(at)) ?? 0;
};

const ahead = (from: number, to: number): number => (to - from + DAY_MINUTES) % DAY_MINUTES;

/**
 * When somebody may be disturbed: now, or when the quiet hours are over by the clock of their place, whatever it is set to on that day.
 * @param at in ms
 */
export const undisturbedUntil = ({ from, until, timeZone }: QuietHours, at: number): number => {
  const now = localMinutes(at, timeZone);
  if (ahead(from, now) >= ahead(from, until)) return at;
  const end = Math.floor(at / MINUTE_MS) * MINUTE_MS + ahead(now, until) * MINUTE_MS;
  // A clock that is set forward or back in between shows another time then.
  const off = ahead(until, localMinutes(end, timeZone));
  return end - (off > DAY_MINUTES / 2 ? off - DAY_MINUTES : off) * MINUTE_MS;
};
