import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread } from './spread.ts';

describe('spreading a whole number', () => {
  it('loses nothing and strays from the exact share by less than one', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.array(fc.nat(3600), { minLength: 1, maxLength: 40 }),
        (total, weights) => {
          const parts = spread(total, weights);
          expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(total);
          const sum = BigInt(weights.reduce((all, weight) => all + weight, 0));
          if (sum === 0n) return;
          for (const [index, part] of parts.entries()) {
            const exact = total * BigInt(weights[index]!);
            expect(part * sum > exact - sum && part * sum < exact + sum).toBe(true);
          }
        },
      ),
    );
  });

  it('gives what is left to the largest remainders', () => {
    expect(spread(10n, [1, 1, 1])).toEqual([4n, 3n, 3n]);
    expect(spread(7n, [5, 60, 5])).toEqual([1n, 6n, 0n]);
    expect(spread(3n, [0, 0])).toEqual([3n, 0n]);
  });
});
