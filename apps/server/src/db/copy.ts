import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { NoConnection } from './trouble.ts';

/** Asks something of a pool, with any of the driver's signatures. */
type Ask = (statement: unknown[]) => Promise<unknown>;

/** A copy of the database that follows it: what only looks is asked there, and is told nothing older than its question. */
export interface Copy {
  /** Of the copy once it holds all that was committed when this was asked; of the database itself where that takes long, or fails. */
  query(statement: unknown[]): Promise<unknown>;
  end(): Promise<void>;
}

/** So long a look waits for the copy. */
const BEHIND_MS = 50;
const LOOK_AGAIN_MS = 2;
/** So long nothing is asked of a copy that was behind, or did not answer. */
const AWAY_MS = 1000;

/** Positions in the log of writes, as numbers. What was confirmed to anybody lies before the first. */
const WRITTEN = "SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint AS at";
const REPLAYED =
  "SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint END AS at";

/** Whoever asks in one turn shares one answer, which is asked for after all of them came. */
const together = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let next: Promise<T> | null = null;
  return () =>
    (next ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
      next = null;
      return ask();
    }));
};

const positionOf = (ask: Ask, statement: string) =>
  together(async () => {
    const { rows } = (await ask([statement])) as pg.QueryResult<{ at: bigint | null }>;
    return rows[0]?.at ?? null;
  });

const inTime = async <T>(answer: Promise<T>): Promise<T> => {
  const late = new AbortController();
  try {
    const tooLate = sleep(BEHIND_MS * 2, undefined, { signal: late.signal }).then(() => {
      throw new NoConnection('the copy of the database did not answer in time');
    });
    return await Promise.race([answer, tooLate]);
  } finally {
    late.abort();
  }
};

type Input = {
  /** The database itself. */
  database: Ask;
  /** Connections to its copy; they are this one's to end. */
  copies: pg.Pool;
  /** Runs what all share as work of its own, whoever was first. */
  apart: <T>(run: () => T) => T;
};

export const createCopy = ({ database, copies, apart }: Input): Copy => {
  const askCopy: Ask = (statement) =>
    (copies.query as (...all: unknown[]) => Promise<unknown>).apply(copies, statement);
  const written = positionOf((statement) => apart(() => database(statement)), WRITTEN);
  const replayed = positionOf((statement) => apart(() => askCopy(statement)), REPLAYED);
  let awayUntil = 0;

  const holds = async (position: bigint): Promise<boolean> => {
    const until = performance.now() + BEHIND_MS;
    for (;;) {
      const at = await inTime(replayed());
      if (at === null) return false;
      if (at >= position) return true;
      if (performance.now() > until) return false;
      await sleep(LOOK_AGAIN_MS);
    }
  };
  const askCopyInTime = async (statement: unknown[]): Promise<{ answer: unknown } | null> => {
    const position = await written();
    if (position === null) return null;
    try {
      if (await holds(position)) return { answer: await askCopy(statement) };
    } catch {
      // Whatever is wrong with the copy, or with the question: the database itself has the last word.
    }
    awayUntil = performance.now() + AWAY_MS;
    return null;
  };
  return {
    query: async (statement) => {
      if (performance.now() < awayUntil) return database(statement);
      const asked = await askCopyInTime(statement);
      return asked === null ? database(statement) : asked.answer;
    },
    end: () => copies.end(),
  };
};
