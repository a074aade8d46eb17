import { describe, expect, it } from 'vitest';
import { BOX, levelsOf, nearRange, pathsOf, rangeOf, timesOf } from './line-plot.ts';

describe('the axis of values', () => {
  it('comes as near to a line between 740 and 743 as fills its chart', () => {
    const [low, high] = nearRange(740, 743);
    expect(low).toBeGreaterThan(735);
    expect(low).toBeLessThan(740);
    expect(high).toBeGreaterThan(743);
    expect(high).toBeLessThan(748);
  });

  it('has a line that does not move in its middle, and begins nowhere below zero', () => {
    const [low, high] = nearRange(76, 76);
    expect((low + high) / 2).toBeCloseTo(76, 6);
    expect(high - low).toBeLessThan(1);
    expect(nearRange(0, 0)[0]).toBe(0);
  });

  it('goes from zero to its top, with its quarters', () => {
    expect(rangeOf([75, null, 74], 76, false)).toEqual([0, 76]);
    expect(levelsOf([0, 76], false)).toEqual({ levels: [0, 19, 38, 57, 76], decimals: 0 });
  });

  it('has round values where it comes near, each with as many decimals as tell it from the next', () => {
    expect(levelsOf([739.2, 743.9], true)).toEqual({ levels: [740, 741, 742, 743], decimals: 0 });
    expect(levelsOf(nearRange(0, 740), true).levels).toEqual([0, 200, 400, 600, 800]);
    const { levels, decimals } = levelsOf(nearRange(0.5, 0.5), true);
    expect(new Set(levels.map((level) => level.toFixed(decimals))).size).toBe(levels.length);
  });

  it('comes near to nothing where nothing or zero was measured', () => {
    expect(rangeOf([null, null], 76, true)).toEqual([0, 76]);
    expect(rangeOf([0, 0, null], 76, true)).toEqual([0, 76]);
    expect(levelsOf(rangeOf([], 0, false), false)).toEqual({ levels: [0, 0.25, 0.5, 0.75, 1], decimals: 3 });
  });
});

describe('the axis of times', () => {
  const noon = Date.parse('2026-11-28T12:00:00Z') / 1000;

  it('has three to five round minutes in ten', () => {
    for (let second = 0; second < 180; second += 7) {
      const times = timesOf([noon + second - 600, noon + second]);
      expect(times.length).toBeGreaterThanOrEqual(3);
      expect(times.length).toBeLessThanOrEqual(5);
      for (const time of times) expect(time % 180).toBe(0);
    }
  });

  it('has round hours of the device in six', () => {
    const times = timesOf([noon - 6 * 3600 + 1, noon + 1]);
    expect(times.length).toBeGreaterThanOrEqual(3);
    for (const time of times) {
      expect(new Date(time * 1000).getHours() % 2).toBe(0);
      expect(new Date(time * 1000).getMinutes()).toBe(0);
    }
  });
});

describe('the line', () => {
  it('goes from left to right, and has its top at the top', () => {
    const { line, area } = pathsOf([10, 20, 30], [0, 76, 38], [10, 30], [0, 76]);
    expect(line).toBe(`M0 ${BOX.height}L5000 0L${BOX.width} 2500`);
    expect(area).toBe(`M0 5000L5000 0L10000 2500V5000H0Z`);
  });

  it('is broken where nothing was measured, and a lone value draws none', () => {
    const { line, area } = pathsOf([0, 1, 2, 3, 4, 5, 6], [1, 1, null, 1, null, 1, 1], [0, 6], [0, 2]);
    expect(line).toBe('M0 2500L1667 2500M8333 2500L10000 2500');
    expect(area).toBe('M0 2500L1667 2500V5000H0ZM8333 2500L10000 2500V5000H8333Z');
    expect(pathsOf([], [], [0, 1], [0, 1])).toEqual({ line: '', area: '', zero: '' });
  });

  it('is marked on the ground where it is zero, a lone zero too', () => {
    const { zero } = pathsOf([0, 1, 2, 3, 4, 5, 6], [1, 0, 0, 0, null, 0, 1], [0, 6], [0, 2]);
    expect(zero).toBe('M1667 5000H1667H3333H5000M8333 5000H8333');
  });
});
