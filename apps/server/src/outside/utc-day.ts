const dayMs = 86_400_000;

/** Midnight that begins a UTC day `YYYY-MM-DD`, epoch milliseconds. Throws RangeError on anything that is no day. */
export function dayStart(day: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (!Number.isFinite(at) || dayOf(at) !== day) throw new RangeError(`not a day: ${day}`);
  return at;
}

export function dayEnd(day: string): number {
  return dayStart(day) + dayMs;
}

/** UTC day of a time. */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
