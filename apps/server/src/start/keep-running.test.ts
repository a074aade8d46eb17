import { tmpdir } from 'node:os';
import type { Embedded } from '@minerx/embedded-postgres/server';
import { describe, expect, it } from 'vitest';
import { hasRoom, keepRunning } from './keep-running.ts';

/** A server that runs until it is told to end. */
const serverAt = (url: string): Embedded & { end(): void } => {
  let runs = true;
  return {
    url,
    folder: '/nowhere',
    adopted: false,
    isRunning: () => runs,
    stop: async () => void (runs = false),
    end: () => void (runs = false),
  };
};

const watch = (input: { room: () => boolean; start: () => Embedded }) => {
  const first = serverAt('postgres://here');
  const said: string[] = [];
  let starts = 0;
  const lost = Promise.withResolvers<Error>();
  const stop = keepRunning(
    first,
    async () => {
      starts += 1;
      return input.start();
    },
    { say: (line) => void said.push(line), onLost: lost.resolve, hasRoom: async () => input.room(), everyMs: 1 },
  );
  return { first, said, stop, lost: lost.promise, starts: () => starts };
};

const fails = (): never => {
  throw new Error('No space left on device');
};

describe('the embedded database that ended', () => {
  it('without room is started as soon as there is some, which is said once', async () => {
    let room = false;
    const next = serverAt('postgres://here');
    const { first, said, stop, starts } = watch({ room: () => room, start: () => (room ? next : fails()) });
    first.end();
    await expect.poll(starts, { interval: 1 }).toBeGreaterThan(3);
    room = true;
    await expect.poll(() => said.at(-1), { interval: 1 }).toBe('the database is back');
    expect(said).toEqual([
      'the database ended by itself and is started again',
      'there is no room on its disk: the database is started as soon as there is',
      'the database is back',
    ]);
    await stop();
    expect(next.isRunning()).toBe(false);
  });

  it('is tried again where room came while it failed', async () => {
    const rooms = [false, true, true];
    const next = serverAt('postgres://here');
    let tries = 0;
    const { first, said, stop } = watch({
      room: () => rooms.shift()!,
      start: () => ((tries += 1) === 1 ? fails() : next),
    });
    first.end();
    await expect.poll(() => said.at(-1), { interval: 1 }).toBe('the database is back');
    await stop();
  });

  it('is lost where room is not what it lacks', async () => {
    const { first, stop, lost, starts } = watch({ room: () => true, start: fails });
    first.end();
    expect((await lost).message).toBe('No space left on device');
    expect(starts()).toBe(1);
    await stop();
  });

  it('is waited for no longer once we are stopped', async () => {
    const { first, stop, starts } = watch({ room: () => false, start: fails });
    first.end();
    await expect.poll(starts, { interval: 1 }).toBeGreaterThan(1);
    await stop();
    const tried = starts();
    await new Promise((resolve) => setImmediate(resolve));
    expect(starts()).toBe(tried);
  });

  it('finds room where there is some, and none where it cannot look', async () => {
    expect(await hasRoom(tmpdir())).toBe(true);
    await expect(hasRoom('/nowhere')).rejects.toThrow('ENOENT');
  });
});
