import { fields, Refused } from './json-http.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** Used by every simulator: `{"at": ISO text or null, "running"?: boolean}`. */
export const setClock = (clock: VirtualClock, body: unknown): unknown => {
  const { at, running } = fields(body);
  if (at !== null && typeof at !== 'string') throw new Refused(400, { error: 'at: ISO time or null' });
  if (typeof at === 'string') timeOf(at);
  clock.set(at, running === true);
  return { now: new Date(clock.now()).toISOString() };
};

/** ISO text, or milliseconds since 1970 as a number or text. */
export const timeOf = (value: unknown): number => {
  const text = String(value);
  const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (!Number.isFinite(at)) throw new Refused(400, { error: `not a time: ${text}` });
  return at;
};
