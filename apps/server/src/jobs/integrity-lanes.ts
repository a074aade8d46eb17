import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';

/** How often the schedule asks for what is quick: what is broken freezes payouts within a minute, the asking included. */
export const CHECK_EVERY_MS = MINUTE_MS / 2;
/** A part takes no more than a twentieth of the time, and so does all that is quick together; neither waits for more than an hour. */
const REST = 20;
/** What takes longer has a lane of its own, so that it keeps nothing quick waiting, */
const QUICK_MS = CHECK_EVERY_MS / REST;
/** and all that is slow together takes no more than a quarter of the time. */
const SLOW_REST = 3;
/** What stands while nothing is written is asked all the same after this time: whoever can switch the database's counts off writes uncounted. */
const STANDS_MS = 10 * MINUTE_MS;

/** A part of the check of everything that is asked by itself. */
export interface Part<T> {
  readonly name: string;
  /** Does a part of its work each time and goes on with the next: it rests no longer than all that is slow does together. */
  readonly restless?: true;
  /** What it found stands while nothing is written. */
  readonly still?: boolean;
  ask(): Promise<readonly T[]>;
}

export interface Lanes {
  /** Asks every part that was quick when it was asked last, or never was, but for what stands; nothing while all that is quick rests. */
  quick(): Promise<void>;
  /** Asks the slow part that has waited longest; none while all of them rest. */
  slow(): Promise<void>;
  /** The moment from which on every part has been asked. Null: one never was. */
  checkedSince(): number | null;
}

const UNASKED = { failed: false, tookMs: 0, askedAt: -Infinity, askedIn: 0, restUntil: -Infinity };

/**
 * Asks parts in turn, each as often as the time that it takes allows. A part that throws ends the turn, rests as any other, and is asked again.
 * @param tell what a turn has found, also one that ended so
 * @param isChanged whether anything was written since it was asked last
 */
export const createLanes = <T>(
  parts: readonly Part<T>[],
  {
    now,
    tell,
    isChanged = () => Promise.resolve(true),
  }: { now: () => number; tell(found: readonly T[]): Promise<unknown>; isChanged?(): Promise<boolean> },
): Lanes => {
  const turns = parts.map((part) => ({ part, ...UNASKED }));
  /** Turns of what is quick, and the newest before which anything had been written. */
  let place = 0;
  let changedIn = 0;
  let quickRestUntil = -Infinity;
  let slowRestUntil = -Infinity;

  const take = async (turn: (typeof turns)[number]): Promise<readonly T[]> => {
    const askedAt = now();
    turn.failed = true;
    try {
      const found = await turn.part.ask();
      Object.assign(turn, { failed: false, askedAt, askedIn: place });
      return found;
    } finally {
      const tookMs = now() - askedAt;
      // One that was slow and fails at once is not quick by that.
      turn.tookMs = turn.failed ? Math.max(turn.tookMs, tookMs) : tookMs;
      turn.restUntil = turn.part.restless === true ? now() : now() + Math.min(HOUR_MS - CHECK_EVERY_MS, tookMs * REST);
    }
  };
  /** The longest waiting first, and one that threw last: it keeps no other from its turn. */
  const inTurn = (isDue: (turn: (typeof turns)[number]) => boolean) =>
    turns.filter(isDue).toSorted((a, b) => Number(a.failed) - Number(b.failed) || a.askedAt - b.askedAt);
  const stands = ({ part, askedIn, askedAt }: (typeof turns)[number]): boolean =>
    part.still === true && askedIn >= changedIn && now() - askedAt < STANDS_MS;

  return {
    async quick() {
      const startedAt = now();
      if (startedAt < quickRestUntil) return;
      place += 1;
      if (await isChanged()) changedIn = place;
      const found: T[] = [];
      try {
        for (const turn of inTurn((each) => each.tookMs < QUICK_MS && !stands(each))) found.push(...(await take(turn)));
      } finally {
        quickRestUntil = startedAt + Math.min(HOUR_MS - CHECK_EVERY_MS, (now() - startedAt) * REST);
        await tell(found);
      }
    },
    async slow() {
      if (now() < slowRestUntil) return;
      const [next] = inTurn(({ tookMs, restUntil }) => tookMs >= QUICK_MS && restUntil <= now());
      if (next === undefined) return;
      try {
        await tell(await take(next));
      } finally {
        slowRestUntil = now() + Math.min(HOUR_MS / turns.length, next.tookMs * SLOW_REST);
      }
    },
    checkedSince: () => {
      const oldest = Math.min(...turns.map(({ askedAt }) => askedAt));
      return oldest === -Infinity ? null : oldest;
    },
  };
};
