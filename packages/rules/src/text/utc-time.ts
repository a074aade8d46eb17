import { HOUR_MS, MINUTE_MS } from './duration.ts';

/** Times as operators read them, in the shell as in the console: in UTC, without a language. */

/** Day and minute: `2026-11-22 19:40`. */
export const minuteOf = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

/** How long ago in the largest unit that says enough: seconds below two minutes, minutes below two hours, hours below two days, then days. */
export const ageOf = (at: Date, now: number): string => {
  const ms = Math.max(0, now - at.getTime());
  if (ms < 2 * MINUTE_MS) return `${Math.floor(ms / 1000)} s`;
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return ms < 48 * HOUR_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / (24 * HOUR_MS))} d`;
};
