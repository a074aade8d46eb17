import { describe, expect, it } from 'vitest';
import { Broadcast } from './broadcast.ts';
import type { FeedSocket } from './feed-socket.ts';

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const listeners = (count: number) => {
  const got: string[][] = Array.from({ length: count }, () => []);
  const sockets = got.map((list) => ({ write: (frame: Buffer) => void list.push(frame.toString()) }));
  return { got, sockets: new Set(sockets as unknown as FeedSocket[]) };
};

describe('a broadcast', () => {
  it('lets others have their turn after every five hundred sockets', async () => {
    const { got, sockets } = listeners(1200);
    const told = () => got.filter((list) => list.length === 1).length;
    new Broadcast(() => undefined).send('btcusdt@ticker', Buffer.from('1'), sockets);
    expect(told()).toBe(0);
    const counts: number[] = [];
    for (let turns = 0; turns < 3; turns++) {
      await turn();
      counts.push(told());
    }
    expect(counts).toEqual([500, 1000, 1200]);
  });

  it('keeps the order, and leaves out what was overtaken before its turn came', async () => {
    const { got, sockets } = listeners(1);
    const broadcast = new Broadcast(() => undefined);
    for (const text of ['a1', 'a2', 'b1', 'a3']) broadcast.send(text[0]!, Buffer.from(text), sockets);
    await turn();
    expect(got[0]).toEqual(['a3', 'b1']);
  });

  it('tells of each frame once, when its last socket was written to', async () => {
    const { got, sockets } = listeners(700);
    const told: number[] = [];
    const broadcast = new Broadcast((lateMs) => {
      expect(got.every((list) => list.length > 0)).toBe(true);
      told.push(lateMs);
    });
    for (const text of ['a1', 'a2']) broadcast.send('a', Buffer.from(text), sockets);
    await turn();
    expect(told).toEqual([]);
    await turn();
    expect(told).toEqual([expect.any(Number)]);
    expect(told[0]).toBeGreaterThan(0);
  });
});
