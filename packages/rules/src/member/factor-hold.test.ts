import { describe, expect, it } from 'vitest';
import { unsettledUntil, usableAfterReset } from './factor-hold.ts';

const HOUR = 3_600_000;
const RESET = Date.parse('2026-11-20T12:00:00Z');

describe('after a reset of password or PIN', () => {
  it('nothing leaves for 48 hours, to the millisecond', () => {
    expect(unsettledUntil(RESET, RESET)).toBe(RESET + 48 * HOUR);
    expect(unsettledUntil(RESET, RESET + 47 * HOUR)).toBe(RESET + 48 * HOUR);
    expect(unsettledUntil(RESET, RESET + 48 * HOUR - 1)).toBe(RESET + 48 * HOUR);
    expect(unsettledUntil(RESET, RESET + 48 * HOUR)).toBeNull();
    expect(unsettledUntil(RESET, RESET + 49 * HOUR)).toBeNull();
    expect(unsettledUntil(null, RESET)).toBeNull();
  });

  it('does not end early because a clock stepped back', () => {
    expect(unsettledUntil(RESET, RESET - HOUR)).toBe(RESET + 48 * HOUR);
  });

  it('a ripened address waits anew, at least 48 hours, or as long as it waited before', () => {
    const saved = RESET - 100 * HOUR;
    expect(usableAfterReset(saved, saved + 24 * HOUR, RESET)).toBe(RESET + 48 * HOUR);
    expect(usableAfterReset(saved, saved + 72 * HOUR, RESET)).toBe(RESET + 72 * HOUR);
    expect(usableAfterReset(saved, saved, RESET)).toBe(RESET + 48 * HOUR);
  });

  it('an address that was saved after it keeps its own wait', () => {
    expect(usableAfterReset(RESET + HOUR, RESET + 25 * HOUR, RESET)).toBe(RESET + 25 * HOUR);
    expect(usableAfterReset(RESET, RESET + 24 * HOUR, null)).toBe(RESET + 24 * HOUR);
  });

  it('an address that waits longer anyway keeps its longer wait', () => {
    const saved = RESET - HOUR;
    expect(usableAfterReset(saved, saved + 720 * HOUR, RESET)).toBe(RESET + 720 * HOUR);
  });
});
