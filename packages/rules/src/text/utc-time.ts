/** Times as operators read them, in the shell as in the console: in UTC, without a language. */

/** Day and minute: `2026-11-22 19:40`. */
export const minuteOf = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long ago in the largest unit that says enough: seconds below two minutes, minutes below two hours, hours below two days, then days. */
export const ageOf = (at: Date, now: number): string => {
  const ms = Math.max(0, now - at.getTime());
  if (ms < 2 * MINUTE) return `${Math.floor(ms / 1000)} s`;
  if (ms < 2 * HOUR) return `${Math.floor(ms / MINUTE)} min`;
  return ms < 48 * HOUR ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / (24 * HOUR))} d`;
};
