import { describe, expect, it } from 'vitest';
import { averagesOf, factsOf, LiveRing, stoodStill, windowOf } from './series.ts';

const NOW = 1_800_000_000;

function ringOf(count: number, until = NOW, ths: (second: number) => number | null = () => 74): LiveRing {
  const ring = new LiveRing();
  for (let second = until - count + 1; second <= until; second += 1) ring.push(second, ths(second));
  return ring;
}

describe('the live ring', () => {
  it('keeps the last 600 seconds, however long it runs', () => {
    const { times } = ringOf(5000).since(0);
    expect(times).toHaveLength(600);
    expect(times[0]).toBe(NOW - 599);
    expect(times.at(-1)).toBe(NOW);
  });

  it('takes one point a second: the later message of a second wins', () => {
    const ring = ringOf(3);
    ring.push(NOW, 80);
    ring.push(NOW - 1, 81);
    expect(ring.since(0)).toEqual({ times: [NOW - 2, NOW - 1, NOW], values: [74, 74, 81] });
  });

  it('draws a silence as a gap', () => {
    const ring = ringOf(2, NOW - 30);
    ring.push(NOW, 70);
    expect(ring.since(0).values).toEqual([74, 74, null, 70]);
  });
});

describe('the window of a chart', () => {
  const minutes = Array.from({ length: 360 }, (_, place) => ({
    time: NOW - (360 - place) * 60,
    ths: 70 + (place % 5),
  }));

  it('starts with minute averages and continues with live points', () => {
    const { times, values } = windowOf(minutes, ringOf(20), NOW, 600);
    expect(times[0]).toBe(NOW - 600);
    expect(values[0]).toBeNull();
    expect(times.filter((time) => time < NOW - 19)).toHaveLength(11);
    expect(times.slice(-20)).toEqual(Array.from({ length: 20 }, (_, place) => NOW - 19 + place));
  });

  it('never has more than 600 points, and they always rise', () => {
    for (const count of [0, 1, 300, 599, 600, 4000]) {
      for (const seconds of [600, 6 * 3600]) {
        const { times } = windowOf(minutes, ringOf(count), NOW, seconds);
        expect(times.length).toBeLessThanOrEqual(600);
        expect(times.every((time, place) => place === 0 || time > times[place - 1]!)).toBe(true);
      }
    }
  });

  it('is made of whole minutes in six hours, however long somebody watches', () => {
    const noisy = ringOf(600, NOW, (second) => (second % 2 === 0 ? 40 : 100));
    const { times, values } = windowOf(minutes, noisy, NOW, 6 * 3600);
    expect(times.slice(1)).toEqual(minutes.map(({ time }) => time + 30));
    expect(values.slice(1)).toEqual(minutes.map(({ ths }) => ths));
    expect(factsOf({ times, values })).toMatchObject({ lowest: 70, highest: 74 });
  });

  it('ends in six hours with the running minute as the average of its seconds', () => {
    const now = NOW + 19;
    const ring = ringOf(400, now, (second) => (second < NOW ? 5 : second % 2 === 0 ? 40 : 100));
    const { times, values } = windowOf(minutes, ring, now, 6 * 3600);
    expect(times.at(-1)).toBe(now);
    expect(values.at(-1)).toBe(70);
    expect(values.filter((value) => value === 5)).toEqual([]);
  });

  it('counts a minute that has ended and is not loaded yet by its seconds, in its middle', () => {
    const { times, values } = windowOf(
      minutes.slice(0, -1),
      ringOf(60, NOW - 1, () => 66),
      NOW,
      6 * 3600,
    );
    expect(times.at(-1)).toBe(NOW - 30);
    expect(values.at(-1)).toBe(66);
  });

  it('shows nothing of a running minute in six hours where its machines were silent', () => {
    const { values } = windowOf(
      minutes,
      ringOf(20, NOW + 19, () => null),
      NOW + 19,
      6 * 3600,
    );
    expect(values.at(-1)).toBeNull();
  });

  it('has the average of a minute in which nothing was seen live, and no second of it', () => {
    const down = ringOf(600, NOW, (second) => (second < NOW - 300 ? 74 : null));
    const zeros = minutes.map(({ time, ths }) => ({ time, ths: time >= NOW - 300 ? 0 : ths }));
    const { times, values } = windowOf(zeros, down, NOW, 600);
    expect(values.filter((value) => value === 0)).toHaveLength(5);
    expect(times.filter((time, place) => time > NOW - 300 && values[place] !== 0)).toEqual([NOW]);
    expect(values.filter((value) => value === 74)).toHaveLength(299);
  });

  it('keeps what was not measured as a gap', () => {
    expect(windowOf([{ time: NOW - 120, ths: null }], new LiveRing(), NOW, 600).values).toEqual([null, null]);
  });
});

describe('the rows of the table', () => {
  it('are averages by the clock of what was measured', () => {
    const minutes = [10, 20, null, 0].map((ths, place) => ({ time: 1_200_540 + place * 60, ths }));
    expect(averagesOf(minutes, 10)).toEqual([
      { time: 1_200_000, ths: 10 },
      { time: 1_200_600, ths: 10 },
    ]);
    expect(averagesOf([{ time: 60, ths: null }], 1)).toEqual([{ time: 60, ths: null }]);
  });
});

describe('the words of a chart', () => {
  it('say average, lowest, highest and change', () => {
    const facts = factsOf({ times: [0, 1, 2, 3, 4], values: [null, 70, 80, null, 77] });
    expect(facts?.lowest).toBe(70);
    expect(facts?.highest).toBe(80);
    expect(facts?.change).toBeCloseTo(0.1);
    expect(facts?.average).toBeCloseTo(75.667, 2);
  });

  it('know a period in which the machines stood still from one of which nothing is known', () => {
    expect(stoodStill({ times: [0, 1, 2], values: [null, 0, 0] })).toBe(true);
    expect(stoodStill({ times: [0, 1, 2], values: [null, 0, 70] })).toBe(false);
    expect(stoodStill({ times: [0, 1], values: [null, null] })).toBe(false);
  });

  it('say nothing when nothing was measured', () => {
    expect(factsOf({ times: [0, 1], values: [null, null] })).toBeNull();
  });
});
