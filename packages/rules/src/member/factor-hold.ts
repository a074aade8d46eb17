import { HOUR_MS } from '../text/duration.ts';

/** Hours after a reset of password or PIN in which nothing of value leaves the account: its owner has that long to see the mail. */
export const FACTOR_HOLD_HOURS = 48;

const HOLD_MS = FACTOR_HOLD_HOURS * HOUR_MS;

/** Until when nothing of value leaves after a reset at that moment, in milliseconds. */
export const heldUntil = (resetAtMs: number): number => resetAtMs + HOLD_MS;

/** The same as seen now; null when something may leave. */
export const unsettledUntil = (resetAtMs: number | null, nowMs: number): number | null => {
  if (resetAtMs === null) return null;
  const until = heldUntil(resetAtMs);
  return nowMs < until ? until : null;
};

/**
 * From when on a saved address can be used, in milliseconds. A reset after it was saved makes it wait anew, as long as it waited
 * before and at least as long as everything else.
 */
export const usableAfterReset = (savedAtMs: number, usableAtMs: number, resetAtMs: number | null): number => {
  if (resetAtMs === null || resetAtMs < savedAtMs) return usableAtMs;
  return Math.max(usableAtMs, resetAtMs + Math.max(usableAtMs - savedAtMs, HOLD_MS));
};
