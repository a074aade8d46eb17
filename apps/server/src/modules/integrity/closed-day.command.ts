import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  digestsOf,
  findDayToClose,
  judgeDay,
  labelOf,
  listClosedDays,
  lookAtDays,
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
      digest: (await digestsOf(tx, [due]))[0]!,
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
 * Closes days and goes round those that are closed, in their order, as many as fit into a turn, one at least: neighbours together, as many
 * as a good part of the turn is enough for. How far it has come is kept nowhere: a row that says so could be forged, and after a start all
 * are looked at again.
 * @param turnMs how long a turn may take before it ends with the days that it is at
 */
export const closedDayRound = (context: Dependencies, turnMs: number): (() => Promise<EquationOutcome[]>) => {
  const { pool, clock, vault, equations } = context;
  /** The day to go on with. */
  let from = '';
  let size = 1;
  return async () => {
    const began = performance.now();
    const isOver = (): boolean => performance.now() - began > turnMs;
    const found: EquationOutcome[] = [];
    const before = await listClosedDays(pool, vault);
    const closed = [...before];
    for (let next = await closeNext(context, closed); next !== null; next = await closeNext(context, closed)) {
      found.push(...next.outcomes);
      if (next.day === null) break;
      closed.push(next.day);
      if (isOver()) return found;
    }
    for (let left = before.length; left > 0;) {
      const at = before.findIndex(({ day }) => day >= from);
      const [first, ...others] = before.slice(Math.max(0, at)).slice(0, Math.min(size, left));
      if (first === undefined) break;
      const days = [first, ...others] as const;
      const askedAt = performance.now();
      found.push(...(await patiently(pool, (tx) => lookAtDays(tx, equations, days), clock.now())));
      const tookMs = performance.now() - askedAt;
      if (tookMs * 4 > turnMs) size = Math.ceil(size / 2);
      else if (tookMs * 8 < turnMs) size *= 2;
      left -= days.length;
      // Behind the last of them the first is next.
      from = before[before.indexOf(days.at(-1)!) + 1]?.day ?? '';
      if (isOver()) break;
    }
    return found;
  };
};
