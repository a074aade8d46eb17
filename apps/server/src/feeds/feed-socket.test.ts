import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { FeedSocket, textFrame } from './feed-socket.ts';

/** A connection that takes nothing unless told. */
const stuck = () => {
  const raw = { writableLength: 0, written: [] as Buffer[], write: (frame: Buffer) => void raw.written.push(frame) };
  const closed: number[] = [];
  const ws = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    _socket: raw,
    close: (code: number) => void closed.push(code),
    terminate: () => undefined,
  });
  return { raw, closed, socket: new FeedSocket(ws as unknown as WebSocket, 0, 25_000) };
};

describe('a connection', () => {
  it('gets every value while it keeps up', () => {
    const { raw, socket } = stuck();
    for (let second = 0; second < 5; second++) socket.write(textFrame(`${second}`), second * 1000);
    expect(raw.written).toHaveLength(5);
  });

  it('misses values while it is slow, gets the latest when it has caught up, and is let go after ten seconds', () => {
    const { raw, socket, closed } = stuck();
    raw.writableLength = 262_145;
    for (let second = 0; second < 5; second++) socket.write(textFrame(`${second}`), second * 1000);
    expect(raw.written).toHaveLength(0);
    raw.writableLength = 0;
    socket.write(textFrame('latest'), 5000);
    expect(raw.written.map((frame) => frame.subarray(2).toString())).toEqual(['latest']);
    raw.writableLength = 262_145;
    for (let second = 6; second <= 15; second++) socket.write(textFrame(`${second}`), second * 1000);
    expect(closed).toEqual([]);
    socket.write(textFrame('16'), 16_000);
    expect(closed).toEqual([1013]);
    expect(socket.skipped).toBe(16);
  });

  it('frames short, middle and long texts as the protocol says', () => {
    for (const [length, head] of [
      [125, 2],
      [126, 4],
      [65_535, 4],
      [65_536, 10],
    ] as const) {
      const frame = textFrame('x'.repeat(length));
      expect(frame.length).toBe(length + head);
      expect(frame.subarray(head).toString()).toBe('x'.repeat(length));
    }
  });
});
