import { firstIdOf } from '../../../base/ids.ts';
import type { Context } from '../../../context.ts';
import { checkEquations } from '../integrity.query.ts';
import { among, between, cutToKeys, findEnd, findMoved, FIRST, type OfEach, type Within } from './key-range.query.ts';
import type { EquationOutcome } from '../outcome.ts';

/** So much later than its id says a transfer may be committed. */
const LATE_MS = 60_000;

/**
 * Asks an equation of accounts, or of orders, as many as fit into a turn: first of those that something moved of since the last one, for
 * half of it at most, then of the next ones in their order, and after the last of the first again. How far it has come is kept nowhere: a
 * row that says so could be forged, and after a start it begins anew.
 * @param turnMs how long a turn may take before it ends with the range that it is at
 */
export const keyRangeRound = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  equation: OfEach,
  turnMs: number,
): (() => Promise<EquationOutcome[]>) => {
  const key = equation.each;
  let behind = firstIdOf(clock.now());
  let from = FIRST[key];
  let size = 1;
  const ask = (within: Within): Promise<EquationOutcome[]> =>
    checkEquations(pool, [cutToKeys(equation, key, within)], clock.now());

  const askMoved = async (untilMs: number): Promise<EquationOutcome[]> => {
    const found: EquationOutcome[] = [];
    const settled = firstIdOf(clock.now() - LATE_MS);
    let at = behind;
    for (let moved = await findMoved(pool, key, at); moved !== null; moved = await findMoved(pool, key, at)) {
      if (moved.ids.length > 0) found.push(...(await ask(among(key, moved.ids))));
      at = moved.last;
      if (performance.now() >= untilMs) break;
    }
    const reached = at < settled ? at : settled;
    if (reached > behind) behind = reached;
    return found;
  };

  return async () => {
    const began = performance.now();
    const found = await askMoved(began + turnMs / 2);
    for (;;) {
      const askedAt = performance.now();
      const upto = await findEnd(pool, key, from, size);
      found.push(...(await ask(between(from, upto))));
      const tookMs = performance.now() - askedAt;
      // Large ranges cost less a key; four or more of them fit into a turn.
      if (tookMs * 4 > turnMs) size = Math.ceil(size / 2);
      else if (upto !== null && tookMs * 8 < turnMs) size *= 2;
      from = upto ?? FIRST[key];
      if (upto === null || performance.now() - began >= turnMs) return found;
    }
  };
};
