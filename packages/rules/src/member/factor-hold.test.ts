import { HOUR_MS } from '../text/duration.ts';
import { describe, expect, it } from 'vitest';
import { unsettledUntil, usableAfterReset } from './factor-hold.ts';

const RESET = Date.parse('2026-11-20T12:00:00Z');

describe('after a reset of password or PIN', () => {
  it('nothing leaves for 48 hours, to the millisecond', () => {
    expect(unsettledUntil(RESET, RESET)).toBe(RESET + 48 * HOUR_MS);
    expect(unsettledUntil(RESET, RESET + 47 * HOUR_MS)).toBe(RESET + 48 * HOUR_MS);
    expect(unsettledUntil(RESET, RESET + 48 * HOUR_MS - 1)).toBe(RESET + 48 * HOUR_MS);
    expect(unsettledUntil(RESET, RESET + 48 * HOUR_MS)).toBeNull();
    expect(unsettledUntil(RESET, RESET + 49 * HOUR_MS)).toBeNull();
    expect(unsettledUntil(null, RESET)).toBeNull();
  });

  it('does not end early because a clock stepped back', () => {
    expect(unsettledUntil(RESET, RESET - HOUR_MS)).toBe(RESET + 48 * HOUR_MS);
  });

  it('a ripened address waits anew, at least 48 hours, or as long as it waited before', () => {
    const saved = RESET - 100 * HOUR_MS;
    expect(usableAfterReset(saved, saved + 24 * HOUR_MS, RESET)).toBe(RESET + 48 * HOUR_MS);
    expect(usableAfterReset(saved, saved + 72 * HOUR_MS, RESET)).toBe(RESET + 72 * HOUR_MS);
    expect(usableAfterReset(saved, saved, RESET)).toBe(RESET + 48 * HOUR_MS);
  });

  it('an address that was saved after it keeps its own wait', () => {
    expect(usableAfterReset(RESET + HOUR_MS, RESET + 25 * HOUR_MS, RESET)).toBe(RESET + 25 * HOUR_MS);
    expect(usableAfterReset(RESET, RESET + 24 * HOUR_MS, null)).toBe(RESET + 24 * HOUR_MS);
  });

  it('an address that waits longer anyway keeps its longer wait', () => {
    const saved = RESET - HOUR_MS;
    expect(usableAfterReset(saved, saved + 720 * HOUR_MS, RESET)).toBe(RESET + 720 * HOUR_MS);
  });
});
