import { isOutsideFailure, type FailureReason } from '../failure.ts';

/** What nobody tells of so many things is a chain that is away. */
const UNTOLD_BORNE = 20;

/** Whoever fails so tells nothing of a smaller question either, and each takes as long to fail. */
const AWAY: readonly FailureReason[] = ['unreachable', 'timeout', 'rate_limited'];

/**
 * Asks for as many at once as are taken. A question that fails is asked again in halves, down to the one that nobody tells of: null, in
 * the order that was asked in. Throws the failure of the one that is too many, and of a chain
 * that is away.
 */
export const tellEach = async <A, T>(
  asked: readonly A[],
  atOnce: number,
  ask: (part: readonly A[]) => Promise<readonly T[]>,
): Promise<(T | null)[]> => {
  let untold = 0;
  const tell = async (part: readonly A[]): Promise<readonly (T | null)[]> => {
    try {
      return await ask(part);
    } catch (error) {
      if (!isOutsideFailure(error) || AWAY.includes(error.reason)) throw error;
      const half = Math.ceil(part.length / 2);
      if (part.length > 1) return [...(await tell(part.slice(0, half))), ...(await tell(part.slice(half)))];
      untold += 1;
      if (untold > UNTOLD_BORNE) throw error;
      return [null];
    }
  };
  const told: (T | null)[] = [];
  for (let from = 0; from < asked.length; from += atOnce) told.push(...(await tell(asked.slice(from, from + atOnce))));
  return told;
};

/** The same where each is a question of its own: so many under way at once. */
const TOGETHER = 8;
export const tellOneByOne = <A, T>(asked: readonly A[], ask: (each: A) => Promise<T>): Promise<(T | null)[]> =>
  tellEach(asked, TOGETHER, (part) => Promise.all(part.map(ask)));
