import { MINUTE_MS } from '@minerx/rules/duration';
import type { Clock } from '../ports.ts';
import { timerTicker, type Ticker } from './ticker.ts';

/**
 * By which it is judged, and written, what is over: sessions, tokens, mailed codes, links, locks, holds after a reset. It follows the clock of the
 * world and never goes back, so that setting the machine's clock back revives nothing.
 */
export interface ExpiryClock extends Clock {
  /** From here on it shows at least this moment. */
  raise(floor: number): void;
}

/** @param monotonic whole milliseconds since any moment; nobody can set it back */
export const createExpiryClock = (
  clock: Clock,
  monotonic: () => number = () => Math.floor(performance.now()),
): ExpiryClock => {
  // What the clock showed at monotonic 0, going by the latest that it ever was: it gains when the clock is set forward, and loses nothing.
  let origin = -Infinity;
  return {
    now: () => {
      const passed = monotonic();
      origin = Math.max(origin, clock.now() - passed);
      return origin + passed;
    },
    raise: (floor) => {
      origin = Math.max(origin, floor - monotonic());
    },
  };
};

/** A restart right after the clock was set back gains no more than this. */
const KEEP_EVERY_MS = MINUTE_MS;

interface KeptFloor {
  /** Notes the moment once more and stops. */
  stop(): Promise<void>;
}

/**
 * Raises the clock to what any process noted before, and notes it for those that start later.
 * @param note keeps a moment, and gives the latest that was kept
 */
export const keepExpiryFloor = async (
  clock: ExpiryClock,
  note: (at: Date) => Promise<Date>,
  ticker: Ticker = timerTicker,
): Promise<KeptFloor> => {
  const keep = async (): Promise<void> => clock.raise((await note(new Date(clock.now()))).getTime());
  await keep();
  // A database that is away for a minute costs a note, nothing more.
  const again = (): Promise<void> => keep().catch(() => undefined);
  const stopTicks = ticker(KEEP_EVERY_MS, again);
  return {
    stop: async () => {
      stopTicks();
      await again();
    },
  };
};
