import { MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../context.ts';
import { claimWork, endWork, isAnyDue, putOffWork, type OutboxRow } from '../outbox/outbox.ts';
import { traced, type Span } from '../base/tracing.ts';
import { timerTicker, type Ticker } from '../base/ticker.ts';
import { isOutsideFailure } from '../outside/failure.ts';

/** Does what a row asks for. May be called again for the same row, so it is idempotent by the row's id. */
export type OutboxHandler = (row: OutboxRow) => Promise<void>;
export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>;

type Dependencies = Pick<Context, 'pool' | 'expiryClock' | 'bus' | 'log'>;

const POLL_MS = 2000;
/** A worker that dies with a row gives it back after this time; a handler that takes longer holds on to it (`holdWork`). */
export const LEASE_MS = 120_000;
const FIRST_DELAY_MS = 5000;
const LONGEST_DELAY_MS = 15 * MINUTE_MS;
/** About two days of trying. */
const MOST_ATTEMPTS = 200;

/** How long a row waits after its nth failure: 5 s, doubling, at most 15 minutes. @internal */
export const retryDelayMs = (attempts: number): number =>
  Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(20, attempts - 1));

const claim = ({ pool, expiryClock }: Dependencies, topics: readonly string[]): Promise<OutboxRow[]> => {
  const now = expiryClock.now();
  return claimWork(pool, topics, new Date(now), new Date(now + LEASE_MS));
};

/** Handles one claimed row: gone when done, put aside when hopeless, else again later. A row taken over by another worker is left to it. */
const work = (dependencies: Dependencies, handlers: OutboxHandlers, row: OutboxRow): Promise<void> =>
  traced('job', `outbox ${row.topic}`, (span) => handle(dependencies, handlers, row, span));

const handle = async (
  dependencies: Dependencies,
  handlers: OutboxHandlers,
  row: OutboxRow,
  span: Span,
): Promise<void> => {
  const { pool, expiryClock, log } = dependencies;
  try {
    await handlers[row.topic]?.(row);
    await endWork(pool, row);
  } catch (error) {
    span.fail(error);
    const reason = isOutsideFailure(error) ? error.reason : 'fault';
    const hopeless = reason === 'refused' || row.attempts >= MOST_ATTEMPTS;
    const line = { topic: row.topic, id: row.id, attempts: row.attempts, err: error };
    if (hopeless) log.error(line, 'given up: it stays in the outbox until an operator decides');
    else log.warn(line, 'failed, will be tried again');
    const now = expiryClock.now();
    await putOffWork(pool, row, {
      notBefore: new Date(now + retryDelayMs(row.attempts)),
      reason,
      givenUpAt: hopeless ? new Date(now) : null,
    });
  }
};

/** Works until nothing is due. Rows that failed are not due again until their time has come. @internal */
export const drainOutbox = async (dependencies: Dependencies, handlers: OutboxHandlers): Promise<void> => {
  const topics = Object.keys(handlers);
  for (;;) {
    const rows = await claim(dependencies, topics);
    if (rows.length === 0) return;
    await Promise.all(rows.map((row) => work(dependencies, handlers, row)));
  }
};

/** Ticks for all workers of a process: one question for them all, and while nothing is due none of them asks for its own. */
export const dueTicker = (
  { pool, expiryClock }: Pick<Dependencies, 'pool' | 'expiryClock'>,
  ticker: Ticker = timerTicker,
): Ticker => {
  const works = new Set<() => unknown>();
  let stop: (() => void) | null = null;
  const tick = async (): Promise<void> => {
    // Where the database does not say, each of them finds out, and tells why.
    if (!(await isAnyDue(pool, new Date(expiryClock.now())).catch(() => true))) return;
    for (const work of works) work();
  };
  return (everyMs, work) => {
    works.add(work);
    stop ??= ticker(everyMs, tick);
    return () => {
      works.delete(work);
      if (works.size > 0) return;
      stop?.();
      stop = null;
    };
  };
};

interface OutboxWorker {
  /** Waits for what is under way; claims nothing more. */
  stop(): Promise<void>;
}

/** Works the outbox off: woken by the bus, and every two seconds in case a message was lost or a row's time has come. */
export const startOutboxWorker = (
  dependencies: Dependencies,
  handlers: OutboxHandlers,
  ticker: Ticker = timerTicker,
): OutboxWorker => {
  let stopped = false;
  let again = false;
  let running: Promise<void> | null = null;

  const wake = (): void => {
    if (stopped) return;
    if (running !== null) {
      again = true;
      return;
    }
    again = false;
    running = drainOutbox(dependencies, handlers)
      .catch((error: unknown) => dependencies.log.warn({ job: 'outbox', err: error }, 'the outbox could not be read'))
      .finally(() => {
        running = null;
        if (again) wake();
      });
  };
  const unsubscribe = dependencies.bus.subscribe('outbox', wake);
  const stopTicks = ticker(POLL_MS, wake);
  wake();

  return {
    stop: async () => {
      stopped = true;
      stopTicks();
      unsubscribe();
      await running;
    },
  };
};
