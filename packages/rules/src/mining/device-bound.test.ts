import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundOfMs, boundPerMinute, boundPerSecond } from './device-bound.ts';

const LARGEST_BIGINT = 2n ** 63n - 1n;
/** What the database allows a device to be rated at (`device.rated_ths`). */
const LARGEST_RATING = 2000;

describe('what a device may be credited with', () => {
  it('is a quarter above its rating, and sixty times that a minute', () => {
    expect(boundPerSecond(76)).toBe(95_000_000_000_000n);
    expect(boundPerMinute(76)).toBe(5_700_000_000_000_000n);
    expect(boundPerSecond(1)).toBe(1_250_000_000_000n);
  });

  it('fits the column of a minute with the largest rating there is, twice over', () => {
    expect(boundPerMinute(LARGEST_RATING) * 2n).toBeLessThan(LARGEST_BIGINT);
  });

  it('refuses a rating that is no whole number', () => {
    for (const rating of [76.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => boundPerSecond(rating)).toThrow(RangeError);
  });

  it.each([
    [1000, 95_000_000_000_000n],
    [1, 95_000_000_000n],
    [60_000, 5_700_000_000_000_000n],
    // A begun millisecond counts whole.
    [0.2, 95_000_000_000n],
    [0, 0n],
    [-1, 0n],
    [-86_400_000, 0n],
  ])('in %d ms is %d', (ms, hashes) => {
    expect(boundOfMs(boundPerSecond(76), ms)).toBe(hashes);
  });

  it('loses less than a hash to rounding, and grows with time', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.nat(86_400_000), fc.nat(1000), (perSecond, ms, more) => {
        const hashes = boundOfMs(perSecond, ms);
        expect(hashes * 1000n <= perSecond * BigInt(ms) && (hashes + 1n) * 1000n > perSecond * BigInt(ms)).toBe(true);
        expect(boundOfMs(perSecond, ms + more)).toBeGreaterThanOrEqual(hashes);
      }),
    );
  });
});
