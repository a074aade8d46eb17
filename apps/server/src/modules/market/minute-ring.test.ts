import { describe, expect, it } from 'vitest';
import { MinuteRing } from './minute-ring.ts';

const minute = (number: number, close = `${number}`) => ({ openAt: number * 60_000, close });
const numbers = (ring: MinuteRing) => ring.all.map(({ openAt }) => openAt / 60_000);

describe('the last minutes of a pair', () => {
  it('drop the oldest when full, and keep the latest word of a minute', () => {
    const ring = new MinuteRing(3);
    for (const number of [1, 2, 3, 4]) ring.put(minute(number));
    ring.put(minute(4, 'later'));
    expect(numbers(ring)).toEqual([2, 3, 4]);
    expect(ring.last).toEqual(minute(4, 'later'));
  });

  it('take minutes that come late to their place, each once', () => {
    const ring = new MinuteRing(10);
    for (const number of [1, 5, 3, 2, 4, 3]) ring.put(minute(number));
    expect(numbers(ring)).toEqual([1, 2, 3, 4, 5]);
  });

  it('do not take what is older than all of them when full', () => {
    const ring = new MinuteRing(2);
    for (const number of [7, 8, 1]) ring.put(minute(number));
    expect(numbers(ring)).toEqual([7, 8]);
  });
});
