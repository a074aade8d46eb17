import { setTimeout as sleep } from 'node:timers/promises';
import { isLostOutput, loseLogLine } from '../base/log-destination.ts';

/** Stops what was started, last first: http, then jobs, then simulators, then the database. */
export type Shutdown = {
  /** Notes how to stop a part that has just started. Stops it at once when the stop is already under way. */
  add(name: string, stop: () => Promise<unknown>): Promise<void>;
  /** Whether the stop has begun. */
  begun(): boolean;
  /** Stops everything; a part that fails to stop is reported and does not keep the others. Safe to call twice. */
  run(): Promise<void>;
};

/** Rejects after so long. */
const tooLate = async (ms: number, signal: AbortSignal): Promise<never> => {
  await sleep(ms, undefined, { signal });
  throw new Error(`it was given ${ms / 1000} s`);
};

/** The longest drain, and what a socket has to say that it closes. */
const LIMIT_MS = 90_000;

/** @param limitMs a part that has not stopped by then is left as it is: the next start cleans up, as after a crash. */
export const createShutdown = (say: (line: string) => void, limitMs = LIMIT_MS): Shutdown => {
  const parts: { name: string; stop: () => Promise<unknown> }[] = [];
  let running: Promise<void> | undefined;

  const stopOne = async ({ name, stop }: (typeof parts)[number]): Promise<void> => {
    const late = new AbortController();
    try {
      await Promise.race([stop(), tooLate(limitMs, late.signal)]);
    } catch (error) {
      say(`${name} did not stop cleanly: ${(error as Error).message}`);
    } finally {
      late.abort();
    }
  };
  const stopAll = async (): Promise<void> => {
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) await stopOne(part);
  };
  return {
    async add(name, stop) {
      if (running !== undefined) return stopOne({ name, stop });
      parts.push({ name, stop });
    },
    begun: () => running !== undefined,
    run: () => (running ??= stopAll()),
  };
};

/** As shells do it: 128 and the signal's number. */
const FORCED_EXIT_CODE = 130;

const PARENT_CHECK_MS = 500;

/**
 * Ctrl-C and SIGTERM stop everything in order, a second one at once. An error nobody caught ends the program too, since
 * nothing is known about its state any more; one of writing to a full or closed output does not.
 * @param withParent also stop when our parent process ends: npm's shell dies of a SIGTERM without passing it on.
 */
export const stopOnSignals = (shutdown: Shutdown, say: (line: string) => void, withParent: boolean): void => {
  let stopping = false;
  const stop = (code: number): void => {
    if (stopping) {
      say('stopped by force; the next start cleans up');
      process.exit(FORCED_EXIT_CODE);
    }
    stopping = true;
    say('stopping, a moment please (once more to force it)');
    void shutdown.run().then(() => {
      say('stopped');
      process.exit(code);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  if (withParent) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && !stopping && stop(0), PARENT_CHECK_MS).unref();
  }
  const fail = (error: unknown): void => {
    // Nothing but words is lost, and nobody can be told: what runs goes on.
    if (isLostOutput(error)) return loseLogLine();
    say(`an unexpected error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    if (!stopping) stop(1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
};
