import { describe, expect, it } from 'vitest';
import { placeAt, restOf, turnDegrees } from './turn.ts';

const PLACES = [0, 1, 2, 3];

describe('the dial', () => {
  it('turns 90 degrees to the next cycle, and 90 back to the one before', () => {
    expect(turnDegrees(0, 1)).toBe(-90);
    expect(turnDegrees(1, 0)).toBe(90);
    expect(turnDegrees(2, 2)).toBe(0);
  });

  it('takes the shortest way: from the last to the first it goes on', () => {
    expect(turnDegrees(3, 0)).toBe(-90);
    expect(turnDegrees(0, 3)).toBe(90);
    for (const from of PLACES)
      for (const to of PLACES) expect(Math.abs(turnDegrees(from, to))).toBeLessThanOrEqual(180);
  });

  it('has the chosen cycle at the top after any number of turns', () => {
    let degrees = 0;
    let place = 0;
    for (const next of [1, 2, 3, 0, 2, 1, 3, 3, 0]) {
      degrees += turnDegrees(place, next);
      place = next;
      expect(placeAt(degrees)).toBe(next);
    }
  });

  it('comes to rest at the nearest cycle, or at the next one after a flick', () => {
    expect(restOf(-30, 0)).toBeCloseTo(0);
    expect(restOf(-50, 0)).toBe(-90);
    expect(restOf(-30, -0.5)).toBe(-90);
    expect(restOf(80, 0)).toBe(90);
  });
});
