export interface Formats {
  /** 20 Nov 2026 */
  date: (time: Date | string) => string;
  /** 20 Nov 2026, of a day as records name it: 2026-11-20 */
  utcDay: (day: string) => string;
  /** 20 Nov 2026, 09:41 */
  dateTime: (time: Date | string) => string;
  /** 20 Nov, 09:41; with its year where it is another one than now */
  dayTime: (time: Date | string, now?: Date) => string;
  /** 09:41 */
  time: (time: Date | string) => string;
  /** 3 minutes ago, in 48 hours */
  relative: (time: Date | string, now?: Date) => string;
  /** A measured or counted number, never money. */
  number: (value: number, decimals?: number) => string;
  /** Measured Th/s, without the unit, alike on every screen. */
  hashrate: (ths: number) => string;
  /** 0.42 → 42 % */
  percent: (share: number, decimals?: number) => string;
  /** Name of a country by its ISO code. */
  country: (iso: string) => string;
  /** a, b and c */
  list: (words: readonly string[]) => string;
}

/** From so many seconds on a time is told in this unit. Hours up to two days: half a day more or less is another date. */
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number, from: number][] = [
  ['year', 31_536_000, 31_536_000],
  ['month', 2_592_000, 2_592_000],
  ['day', 86_400, 172_800],
  ['hour', 3600, 3600],
  ['minute', 60, 60],
];

const toDate = (time: Date | string) => (typeof time === 'string' ? new Date(time) : time);

/** Intl in one language, each formatter made at its first use. */
export function makeFormats(tag: string): Formats {
  const made: Record<string, unknown> = {};
  const once = <T>(key: string, make: () => T): T => (made[key] ??= make()) as T;
  const dates = (key: string, options: Intl.DateTimeFormatOptions) => (time: Date | string) =>
    once(key, () => new Intl.DateTimeFormat(tag, options)).format(toDate(time));
  const dateTime = dates('dateTime', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const dayTime = dates('dayTime', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const number = (value: number, decimals = 0): string =>
    once(
      `number${decimals}`,
      () =>
        new Intl.NumberFormat(tag, {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
          // Spanish alone would leave four digits together, beside longer numbers that are grouped.
          useGrouping: true,
        }),
    ).format(value);
  return {
    date: dates('date', { day: 'numeric', month: 'short', year: 'numeric' }),
    utcDay: dates('utcDay', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
    dateTime,
    dayTime: (time, now = new Date()) => (toDate(time).getFullYear() === now.getFullYear() ? dayTime : dateTime)(time),
    time: dates('time', { hour: '2-digit', minute: '2-digit' }),
    relative(time, now = new Date()) {
      const seconds = (toDate(time).getTime() - now.getTime()) / 1000;
      const [unit, length] = steps.find(([, , from]) => Math.abs(seconds) >= from) ?? ['second', 1];
      // No "tomorrow": a word for a date of the calendar is wrong as often as the hours are rounded. "Now" stays.
      const numeric = unit === 'second' ? 'auto' : 'always';
      return once(`relative ${numeric}`, () => new Intl.RelativeTimeFormat(tag, { numeric })).format(
        Math.round(seconds / length),
        unit,
      );
    },
    number,
    hashrate: (ths) => number(ths, 2),
    percent: (share, decimals = 0) =>
      once(
        `percent${decimals}`,
        () =>
          new Intl.NumberFormat(tag, {
            style: 'percent',
            minimumFractionDigits: decimals,
            maximumFractionDigits: decimals,
          }),
      ).format(share),
    country: (iso) => once('country', () => new Intl.DisplayNames(tag, { type: 'region' })).of(iso) ?? iso,
    list: (words) => once('list', () => new Intl.ListFormat(tag)).format(words),
  };
}
