import type { Pool } from 'pg';
import { listEndedOf, listEndedSince } from './session.query.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Clock, SessionMember, Sessions } from '../../ports.ts';
import { timerTicker, type Ticker } from '../../base/ticker.ts';
import { ACCESS_TOKEN_MS, createAccessTokens } from './session.token.ts';

const CACHE_SIZE = 20_000;
const RECHECK_MS = 1000;

/** Told about every end of a session; used tokens are looked up once a second in case the telling was lost. */
interface SessionsInput {
  secret: string;
  clock: Clock;
  bus: Bus;
  pool: Pool;
  ticker?: Ticker;
}

interface SessionRegistry extends Sessions {
  /** Once this is done a token of a session that ended before this process started opens nothing. */
  loaded: Promise<void>;
  /** Stops the look-ups. */
  close(): void;
}

/**
 * Checks access tokens in memory: a signature once per token, then a map. A token dies with its session within a second
 * in every process: by the bus, and should the bus lose a message or this process have started later, by the look-up.
 */
export const createSessions = ({ secret, clock, bus, pool, ticker = timerTicker }: SessionsInput): SessionRegistry => {
  const tokens = createAccessTokens(secret, clock);
  const known = new Map<string, { member: SessionMember; endsAt: number }>();
  const ended = new Map<string, number>();
  let used = new Set<string>();

  const end = (sessionId: string): void => {
    ended.delete(sessionId); // Written anew, so that the map stays in order of time.
    ended.set(sessionId, clock.now());
  };
  const unsubscribe = bus.subscribe('session_ended', ({ sessionId }) => end(sessionId));

  const load = async (): Promise<void> => {
    for (const id of await listEndedSince(pool, new Date(clock.now() - ACCESS_TOKEN_MS))) end(id);
  };
  const loaded = load();

  const recheck = async (): Promise<void> => {
    forget(ended, clock.now() - ACCESS_TOKEN_MS);
    if (used.size === 0) return;
    const ids = [...used];
    used = new Set();
    // Through the bus of this process too: sockets of the session close by the same message.
    for (const id of await listEndedOf(pool, ids)) if (!ended.has(id)) bus.publish('session_ended', { sessionId: id });
  };
  const stopRechecks = ticker(RECHECK_MS, () => recheck().catch(() => undefined));

  return {
    verify: (accessToken) => {
      let found = known.get(accessToken);
      if (found === undefined) {
        const read = tokens.read(accessToken);
        if (read === null) return null;
        if (known.size >= CACHE_SIZE) known.delete(known.keys().next().value as string);
        known.set(accessToken, read);
        found = read;
      }
      if (clock.now() >= found.endsAt) {
        known.delete(accessToken);
        return null;
      }
      if (ended.has(found.member.sessionId)) return null;
      used.add(found.member.sessionId);
      return found.member;
    },
    loaded,
    close: () => {
      stopRechecks();
      unsubscribe();
    },
  };
};

/** An ended session matters only as long as one of its access tokens could still be alive. */
const forget = (ended: Map<string, number>, before: number): void => {
  for (const [sessionId, at] of ended) {
    if (at >= before) return;
    ended.delete(sessionId);
  }
};
