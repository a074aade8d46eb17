import { randomFillSync } from 'node:crypto';
import type { Random } from '../ports.ts';

const POOL_BYTES = 8192;

/**
 * Unpredictable bytes of the system, fetched some thousand at a time: one fetch costs 2 µs however few are asked for, and
 * a purchase asks five times. No byte is given out twice.
 */
export const createRandom = (): Random => {
  let pool = Buffer.alloc(0);
  let next = 0;
  return {
    bytes: (count) => {
      if (count > POOL_BYTES) return randomFillSync(Buffer.allocUnsafe(count));
      if (next + count > pool.length) {
        // A new one, because what was given out is a view of the old one.
        pool = randomFillSync(Buffer.allocUnsafeSlow(POOL_BYTES));
        next = 0;
      }
      const bytes = pool.subarray(next, next + count);
      next += count;
      return bytes;
    },
  };
};
