import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  digestOf,
  findDayToClose,
  judgeDay,
  labelOf,
  listClosedDays,
  lookAtDay,
  type ClosedDay,
} from './closed-day.query.ts';
import { keepClosedDay } from './closed-day.store.ts';
import { patiently } from './integrity.query.ts';
import type { EquationOutcome } from './outcome.ts';
import { listNews } from './payout-freeze.command.ts';

type Dependencies = Pick<Context, 'pool' | 'clock' | 'vault' | 'equations'>;

/** Proves the next day that is old enough and keeps its digest under a seal; what does not hold, and no operator knows of, keeps it open. Null: there is none. */
const closeNext = async (
  context: Dependencies,
  closed: readonly ClosedDay[],
): Promise<{ day: ClosedDay | null; outcomes: EquationOutcome[] } | null> => {
  const { pool, clock, vault } = context;
  const due = await findDayToClose(pool, closed, clock.now());
  if (due === null) return null;
  const { digest, outcomes } = await patiently(
    pool,
    async (tx) => ({
      outcomes: await judgeDay(tx, context.equations, due),
      digest: await digestOf(tx, due),
    }),
    clock.now(),
  );
  if ((await listNews(pool, outcomes)).length > 0) return { day: null, outcomes };
  const { day, ...span } = due;
  const sealed = vault.seal(labelOf(day), Buffer.from(JSON.stringify({ ...span, digest })));
  await inTransaction(pool, (tx) => keepClosedDay(tx, day, sealed));
  return { day: { ...due, digest }, outcomes };
};

/**
 * Closes days and goes round those that are closed, the one first that was not looked at for longest, as many as fit into a turn, one at
 * least. When each was looked at is kept nowhere: a row that says so could be forged, and after a start all are looked at again.
 * @param turnMs how long a turn may take before it ends with the day that it is at
 */
export const closedDayRound = (context: Dependencies, turnMs: number): (() => Promise<EquationOutcome[]>) => {
  const { pool, clock, vault, equations } = context;
  const lookedAt = new Map<string, number>();
  let turn = 0;
  return async () => {
    const began = performance.now();
    const isOver = (): boolean => performance.now() - began > turnMs;
    turn += 1;
    const found: EquationOutcome[] = [];
    const closed = await listClosedDays(pool, vault);
    for (let next = await closeNext(context, closed); next !== null; next = await closeNext(context, closed)) {
      found.push(...next.outcomes);
      if (next.day === null) break;
      closed.push(next.day);
      lookedAt.set(next.day.day, turn);
      if (isOver()) return found;
    }
    const longestFirst = closed
      .filter(({ day }) => lookedAt.get(day) !== turn)
      .toSorted((one, other) => (lookedAt.get(one.day) ?? 0) - (lookedAt.get(other.day) ?? 0));
    for (const day of longestFirst) {
      found.push(...(await patiently(pool, (tx) => lookAtDay(tx, equations, day), clock.now())));
      lookedAt.set(day.day, turn);
      if (isOver()) break;
    }
    return found;
  };
};
