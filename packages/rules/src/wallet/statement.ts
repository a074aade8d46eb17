import { DAY_MS } from '../text/duration.ts';

const DAY = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;

/** `2026-02-28`; no 30 February. The business day is the UTC day. */
export const isUtcDay = (text: string): boolean =>
  DAY.test(text) && new Date(startOfDay(text)).toISOString().startsWith(text);

/** `2026-02`. */
export const isUtcMonth = (text: string): boolean => MONTH.test(text);

const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** A stretch of time in ms: `fromMs` belongs to it, `untilMs` does not. */
export interface Stretch {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** From the first of two days to the end of the last; one left out is open. */
export const stretchOfDays = (from: string | undefined, to: string | undefined): Stretch => ({
  fromMs: from === undefined ? 0 : startOfDay(from),
  untilMs: to === undefined ? Number.MAX_SAFE_INTEGER : startOfDay(to) + DAY_MS,
});

/** A UTC month. */
export const stretchOfMonth = (month: string): Stretch => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { fromMs: Date.UTC(year, number - 1), untilMs: Date.UTC(year, number) };
};

/** The UTC day of a moment, `2026-02-28`. */
export const utcDayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The UTC month of a moment, `2026-02`. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** An IANA name that this place knows, `Asia/Kuala_Lumpur`. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
