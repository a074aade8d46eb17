import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import { describe, expect, it } from 'vitest';
import { CHECK_EVERY_MS, createLanes } from './integrity-lanes.ts';

/** Parts that take as many milliseconds each time they are asked, on a clock of their own. */
const lanesOf = (takes: Record<string, number | (() => number)>) => {
  let at = 0;
  const asked: string[] = [];
  const told: string[] = [];
  const parts = Object.entries(takes).map(([name, ms]) => ({
    name,
    ask: async () => {
      asked.push(name);
      at += typeof ms === 'number' ? ms : ms();
      return [name];
    },
  }));
  const lanes = createLanes(parts, { now: () => at, tell: async (found) => void told.push(...found) });
  /** Half minutes of the schedule: what was asked in them, in its order. */
  const after = async (ms: number): Promise<string[]> => {
    at += ms;
    asked.length = 0;
    await lanes.quick();
    for (let n = 0; n < takesCount; n += 1) await lanes.slow();
    return [...asked];
  };
  const takesCount = Object.keys(takes).length;
  return { lanes, after, asked, told };
};

describe('the parts of the check of everything', () => {
  const alike = (count: number, ms: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`part ${n}`, ms]));

  it('are all asked twice a minute while they are quick together', async () => {
    const { after, told } = lanesOf(alike(30, 50));
    for (let n = 0; n < 3; n += 1) expect(await after(CHECK_EVERY_MS)).toHaveLength(30);
    expect(told).toHaveLength(90);
  });

  it('rest when they are many, so that all that is quick takes a twentieth of the time', async () => {
    const { after } = lanesOf(alike(30, 400));
    expect(await after(CHECK_EVERY_MS)).toHaveLength(30);
    expect(await after(3 * MINUTE_MS)).toHaveLength(0);
    expect(await after(MINUTE_MS)).toHaveLength(30);
  });

  it('rest by themselves twenty times as long as they take, and keep nothing quick waiting', async () => {
    const { after } = lanesOf({ quick: 50, slow: 3000 });
    expect(await after(0)).toEqual(['quick', 'slow']);
    expect(await after(59_000)).toEqual(['quick']);
    expect(await after(1000)).toEqual(['quick', 'slow']);
  });

  it('wait no longer than an hour, however long they take', async () => {
    const { after } = lanesOf({ endless: HOUR_MS });
    await after(0);
    expect(await after(HOUR_MS - CHECK_EVERY_MS - 1)).toEqual([]);
    expect(await after(1)).toEqual(['endless']);
  });

  it('that are slow take no more than a quarter of the time together, the longest waiting first', async () => {
    const { after } = lanesOf({ a: 10_000, b: 10_000 });
    expect(await after(0)).toEqual(['a', 'b']);
    expect(await after(5 * MINUTE_MS)).toEqual(['a']);
    expect(await after(29_000)).toEqual([]);
    expect(await after(1000)).toEqual(['b']);
  });

  it('are quick again as soon as they were once', async () => {
    let ms = 2000;
    const { after } = lanesOf({ part: () => ms });
    await after(0);
    ms = 100;
    expect(await after(40_000)).toEqual(['part']);
    for (let n = 0; n < 2; n += 1) expect(await after(2000)).toEqual(['part']);
  });

  it('are all asked, and told of, when one throws', async () => {
    let fails = true;
    const fail = (): number => {
      if (fails) throw new Error('away');
      return 0;
    };
    const { lanes, told } = lanesOf({ a: fail, b: 0, c: 0 });
    await expect(lanes.quick()).rejects.toThrow('away');
    expect(lanes.checkedSince()).toBeNull();
    await expect(lanes.quick()).rejects.toThrow('away');
    expect(told).toEqual(['b', 'c']);
    fails = false;
    await lanes.quick();
    expect(told).toEqual(['b', 'c', 'b', 'c', 'a']);
    expect(lanes.checkedSince()).not.toBeNull();
  });

  it('rest as well when they are slow and throw', async () => {
    let fails = false;
    const { after } = lanesOf({
      slow: () => 3000,
      failing: () => {
        if (fails) throw new Error('away');
        return 3000;
      },
    });
    await after(0);
    fails = true;
    expect(await after(2 * MINUTE_MS)).toEqual(['slow']);
    await expect(after(9000)).rejects.toThrow('away');
    expect(await after(8999)).toEqual([]);
  });

  it('that speak of nothing that changes by the clock are asked when anything was written, or after ten minutes', async () => {
    let at = 0;
    let written = true;
    let fails = false;
    const asked: string[] = [];
    const ask = (name: string) => async () => {
      if (fails) throw new Error('away');
      asked.push(name);
      return [];
    };
    const lanes = createLanes(
      [
        { name: 'still', still: true, ask: ask('still') },
        { name: 'restless', ask: ask('restless') },
      ],
      { now: () => at, tell: async () => undefined, isChanged: async () => written },
    );
    const next = async (ms = CHECK_EVERY_MS): Promise<string[]> => {
      at += ms;
      asked.length = 0;
      await lanes.quick();
      return [...asked];
    };
    expect(await next()).toEqual(['still', 'restless']);
    written = false;
    expect(await next()).toEqual(['restless']);
    expect(await next(10 * MINUTE_MS)).toEqual(['still', 'restless']);
    expect(await next()).toEqual(['restless']);
    written = true;
    fails = true;
    await expect(next()).rejects.toThrow('away');
    written = fails = false;
    expect(await next()).toContain('still');
    expect(await next()).toEqual(['restless']);
  });
});
