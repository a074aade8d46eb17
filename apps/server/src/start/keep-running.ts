import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Embedded } from '@minerx/embedded-postgres/server';

const WATCH_MS = 500;
/** Two pieces of the write-ahead log: with less it cannot put itself in order again. */
const ROOM_BYTES = 32 * 1024 * 1024;

/** Whether a database can start in a folder, as far as its disk goes. */
export const hasRoom = async (folder: string): Promise<boolean> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= ROOM_BYTES;
};

type Watch = {
  say: (line: string) => void;
  /** It cannot be started again, and room is not what it lacks. */
  onLost: (error: Error) => void;
  hasRoom: () => Promise<boolean>;
  everyMs?: number;
};

/**
 * Looks after the embedded server until the result is called, which stops it: one that was killed, or ended for lack of memory, is started
 * again at the same address, so that all connections find their way back; one that ended for lack of room as soon as there is some.
 */
export const keepRunning = (
  first: Embedded,
  start: () => Promise<Embedded>,
  { say, onLost, hasRoom, everyMs = WATCH_MS }: Watch,
): (() => Promise<void>) => {
  let server = first;
  const stopped = new AbortController();
  const pause = (): Promise<void> => sleep(everyMs, undefined, { signal: stopped.signal }).catch(() => undefined);

  /** Null when we are stopped before. */
  const startWithRoom = async (): Promise<Embedded | null> => {
    for (let told = false; !stopped.signal.aborted; await pause()) {
      const had = await hasRoom();
      try {
        return await start();
      } catch (error) {
        // Room may come and go while it starts.
        if (had && (await hasRoom())) throw error;
        if (!told) say('there is no room on its disk: the database is started as soon as there is');
        told = true;
      }
    }
    return null;
  };
  const startAgain = async (): Promise<void> => {
    say('the database ended by itself and is started again');
    const next = await startWithRoom();
    if (next === null) return;
    if (next.url !== server.url) {
      await next.stop();
      throw new Error('another program took its port meanwhile');
    }
    server = next;
    say('the database is back');
  };
  const watch = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await pause();
      if (!stopped.signal.aborted && !server.isRunning()) await startAgain();
    }
  };
  const watching = watch().catch((error: unknown) => onLost(error as Error));
  return async () => {
    stopped.abort();
    await watching;
    await server.stop();
  };
};
