import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstTiles, mayCome, nextPicture, scheduleSwaps, swapDelayMs, TILES, type Random } from './tile-swaps.ts';

/** The same numbers every time. */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

describe('the tiles of the collection', () => {
  it('are 28, all different while there are enough pictures', () => {
    const tiles = firstTiles(40, seeded(1));
    expect(tiles).toHaveLength(28);
    expect(new Set(tiles).size).toBe(28);
    expect(new Set(firstTiles(28, seeded(2))).size).toBe(28);
  });

  it('repeat few pictures evenly, and are none without a picture', () => {
    const tiles = firstTiles(10, seeded(3));
    for (let picture = 0; picture < 10; picture += 1) {
      const times = tiles.filter((tile) => tile === picture).length;
      expect([2, 3]).toContain(times);
    }
    expect(firstTiles(0, seeded(3))).toEqual([]);
  });

  // proves 9: tiles swap between 3 and 35 s
  it('keep a picture between 3 and 35 seconds', () => {
    expect(swapDelayMs(() => 0)).toBe(3_000);
    expect(swapDelayMs(() => 1 - Number.EPSILON)).toBe(35_000);
    const random = seeded(4);
    for (let time = 0; time < 1000; time += 1) {
      const delay = swapDelayMs(random);
      expect(delay).toBeGreaterThanOrEqual(3_000);
      expect(delay).toBeLessThanOrEqual(35_000);
    }
  });

  it('change to a picture that no tile shows, or to another one, never to the same', () => {
    const shown = firstTiles(30, seeded(5));
    for (let tile = 0; tile < TILES; tile += 1) expect(shown).not.toContain(nextPicture(shown, tile, 30, seeded(tile)));
    expect(nextPicture([0, 1], 0, 2, seeded(6))).toBe(1);
    expect(nextPicture([0], 0, 1, seeded(6))).toBeNull();
  });

  it('stay different when two wait for the same picture: who is second keeps its own, unless there are few', () => {
    const shown = firstTiles(30, seeded(5));
    const picture = nextPicture(shown, 0, 30, seeded(7))!;
    expect(mayCome(picture, shown, 1, 30)).toBe(true);
    expect(mayCome(picture, shown.with(0, picture), 1, 30)).toBe(false);
    expect(mayCome(0, [0, 1], 1, 2)).toBe(true);
    expect(mayCome(1, [0, 1], 1, 2)).toBe(false);
  });
});

describe('the schedule', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('swaps every tile at least once in 35 seconds, none before the third', () => {
    const swapped: number[] = [];
    const stop = scheduleSwaps((tile) => swapped.push(tile), seeded(7));
    vi.advanceTimersByTime(2_999);
    expect(swapped).toEqual([]);
    vi.advanceTimersByTime(35_000 - 2_999);
    expect(new Set(swapped).size).toBe(TILES);
    stop();
  });

  it('does the same with the same random numbers, and nothing once it is stopped', () => {
    const run = () => {
      const swapped: number[] = [];
      const stop = scheduleSwaps((tile) => swapped.push(tile), seeded(8));
      vi.advanceTimersByTime(20_000);
      stop();
      vi.advanceTimersByTime(60_000);
      return swapped;
    };
    const first = run();
    expect(first.length).toBeGreaterThan(5);
    expect(run()).toEqual(first);
    expect(vi.getTimerCount()).toBe(0);
  });
});
