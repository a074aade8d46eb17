import { expect, test } from 'vitest';
import { nearRange } from './live-plot.ts';

test('a line between 740 and 743 fills its chart', () => {
  const [low, high] = nearRange(740, 743);
  expect(low).toBeGreaterThan(735);
  expect(low).toBeLessThan(740);
  expect(high).toBeGreaterThan(743);
  expect(high).toBeLessThan(748);
});

test('a line that does not move lies in the middle, and nothing begins below zero', () => {
  const [low, high] = nearRange(76, 76);
  expect((low + high) / 2).toBeCloseTo(76, 6);
  expect(high - low).toBeLessThan(1);
  expect(nearRange(0, 0)[0]).toBe(0);
});
