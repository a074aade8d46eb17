import { expect, it } from 'vitest';
import { countedUp } from './count-up.tsx';

// proves 4: hashrate counts up in 500 ms
it('a hashrate counts up to its new value within 500 ms, and is exactly there then', () => {
  expect(countedUp(70, 76, -5)).toBe(70);
  expect(countedUp(70, 76, 0)).toBe(70);
  expect(countedUp(70, 76, 250)).toBeCloseTo(75.25);
  expect(countedUp(70, 76, 499)).toBeLessThan(76);
  expect(countedUp(70, 76, 500)).toBe(76);
  expect(countedUp(76, 0, 9000)).toBe(0);
});
