import { DAY_MS } from '@minerx/rules/duration';

/** Midnight that begins a UTC day `YYYY-MM-DD`, epoch milliseconds. Throws RangeError on anything that is no day. */
export const dayStart = (day: string): number => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (!Number.isFinite(at) || dayOf(at) !== day) throw new RangeError(`not a day: ${day}`);
  return at;
};

export const dayEnd = (day: string): number => dayStart(day) + DAY_MS;

/** UTC day of a time. */
export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
