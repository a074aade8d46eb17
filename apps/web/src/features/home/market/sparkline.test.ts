import { describe, expect, it } from 'vitest';
import { linePoints } from './sparkline.ts';

const at = (...prices: number[]) => prices.map((price, minute) => ({ time: minute * 60_000, price }));

describe('the line of a pair', () => {
  it('goes from the lowest to the highest price over the whole box', () => {
    expect(linePoints(at(1, 3, 2), 100, 30)).toBe('0.0,30.0 50.0,0.0 100.0,15.0');
  });

  it('leaves room for minutes that are missing', () => {
    const series = [...at(1, 2), { time: 4 * 60_000, price: 1 }];
    expect(linePoints(series, 100, 30)).toBe('0.0,30.0 25.0,0.0 100.0,30.0');
  });

  it('lies in the middle when the price did not move, and is nothing without two points', () => {
    expect(linePoints(at(5, 5), 10, 30)).toBe('0.0,15.0 10.0,15.0');
    expect(linePoints(at(5), 10, 30)).toBe('');
    expect(linePoints([], 10, 30)).toBe('');
  });
});
