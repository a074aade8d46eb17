import { describe, expect, it } from 'vitest';
import { Broadcast } from './broadcast.ts';
import type { FeedSocket } from './feed-socket.ts';

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
/** A clock that a write moves on, so that a slice of time is a known number of sockets. */
const clockOf = (msEach: number) => {
  let ms = 0;
  return { tick: () => void (ms += msEach), now: () => ms };
};
const listeners = (count: number, wrote: () => void = () => undefined) => {
  const got: string[][] = Array.from({ length: count }, () => []);
  const write = (list: string[]) => (frame: Buffer) => {
    list.push(frame.toString());
    wrote();
  };
  return { got, sockets: new Set(got.map((list) => ({ write: write(list) })) as unknown as FeedSocket[]) };
};

describe('a broadcast', () => {
  it.each([
    ['quick', 1 / 128, [512, 800, 800]],
    ['slow', 1 / 8, [32, 64, 96]],
  ])('lets others have their turn after four milliseconds, however %s it is', async (_, msEach, expected) => {
    const clock = clockOf(msEach);
    const { got, sockets } = listeners(800, clock.tick);
    const told = () => got.filter((list) => list.length === 1).length;
    new Broadcast(() => undefined, clock.now).send('btcusdt@ticker', Buffer.from('1'), sockets);
    expect(told()).toBe(0);
    const counts: number[] = [];
    for (let turns = 0; turns < 3; turns++) {
      await turn();
      counts.push(told());
    }
    expect(counts).toEqual(expected);
  });

  it('keeps the order, and leaves out what was overtaken before its turn came', async () => {
    const { got, sockets } = listeners(1);
    const broadcast = new Broadcast(() => undefined);
    for (const text of ['a1', 'a2', 'b1', 'a3']) broadcast.send(text[0]!, Buffer.from(text), sockets);
    await turn();
    expect(got[0]).toEqual(['a3', 'b1']);
  });

  it('tells of each frame once, when its last socket was written to', async () => {
    const clock = clockOf(1 / 128);
    const { got, sockets } = listeners(700, clock.tick);
    const told: number[] = [];
    const broadcast = new Broadcast((lateMs) => {
      expect(got.every((list) => list.length > 0)).toBe(true);
      told.push(lateMs);
    }, clock.now);
    for (const text of ['a1', 'a2']) broadcast.send('a', Buffer.from(text), sockets);
    await turn();
    expect(told).toEqual([]);
    await turn();
    expect(told).toEqual([700 / 128]);
  });
});
