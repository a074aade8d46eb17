import { isOutsideFailure, OutsideFailure } from '../failure.ts';
import type { HasHealth, SourceHealth } from '../source-health.ts';

/** How many endpoints must say the same: two and more than half of those named; the only one of a simulated chain is enough. */
const neededOf = (endpoints: number): number => (endpoints === 1 ? 1 : Math.max(2, Math.floor(endpoints / 2) + 1));

/**
 * Asks everybody at once and gives the answer that enough of them share, as soon as enough do.
 * @param keyOf what two answers must have in common to be the same one; null says that an endpoint does not know yet.
 * @throws OutsideFailure `implausible` when they contradict each other, `not_ready` when some do not know yet, else the first failure.
 */
export const agreed = <E, T>(
  sourceId: string,
  endpoints: readonly E[],
  ask: (endpoint: E) => Promise<T>,
  keyOf: (answer: T) => string | null,
): Promise<T> => {
  const needed = neededOf(endpoints.length);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const counts = new Map<string | null, number>();
  const failures: unknown[] = [];
  let waiting = endpoints.length;

  const finish = (): void => {
    const known = [...counts.keys()].filter((key) => key !== null);
    if (known.length > 1) reject(new OutsideFailure(sourceId, 'implausible', 'its endpoints contradict each other'));
    else if (counts.size > 1) reject(new OutsideFailure(sourceId, 'not_ready', 'not all of its endpoints know it yet'));
    else reject(failures[0] instanceof Error ? failures[0] : new Error('nobody answered'));
  };

  for (const endpoint of endpoints) {
    ask(endpoint)
      .then((answer) => {
        const key = keyOf(answer);
        const count = (counts.get(key) ?? 0) + 1;
        counts.set(key, count);
        if (count >= needed) resolve(answer);
      })
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        waiting -= 1;
        if (waiting === 0) finish();
      });
  }
  return promise;
};

/** The first endpoint's answer; the next one is asked when it has none of its own. What a contract says is an answer, a node's own no is none. */
export const anyOf = async <E, T>(endpoints: readonly E[], ask: (endpoint: E) => Promise<T>): Promise<T> => {
  let last: unknown;
  for (const endpoint of endpoints) {
    try {
      return await ask(endpoint);
    } catch (error) {
      if (!isOutsideFailure(error) || error.reason === 'reverted') throw error;
      last = error;
    }
  }
  throw last;
};

/** What everybody answers who does. @throws the first failure, where nobody does */
export const toldBy = async <T>(asked: readonly Promise<T>[]): Promise<T[]> => {
  const answers = await Promise.allSettled(asked);
  const told = answers.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
  if (told.length === 0) throw answers.find((each) => each.status === 'rejected')?.reason;
  return told;
};

/** The highest number that enough endpoints have reached. */
export const reachedBy = async <E>(endpoints: readonly E[], ask: (endpoint: E) => Promise<number>): Promise<number> => {
  const answers = await Promise.allSettled(endpoints.map(ask));
  const numbers = answers.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
  const number = numbers.toSorted((a, b) => b - a)[neededOf(endpoints.length) - 1];
  if (number !== undefined) return number;
  throw answers.find((each) => each.status === 'rejected')?.reason;
};

/** What an operator sees of a chain: its endpoints together. */
export const sumOf = (sourceId: string, endpoints: readonly HasHealth[]): SourceHealth => {
  const each = endpoints.map((endpoint) => endpoint.health());
  const latest = (values: (number | null)[]): number | null =>
    values.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
  const failed: SourceHealth['failed'] = {};
  for (const health of each)
    for (const [reason, count] of Object.entries(health.failed) as [keyof typeof failed, number][])
      failed[reason] = (failed[reason] ?? 0) + count;
  const lastFailureAt = latest(each.map((health) => health.lastFailureAt));
  return {
    sourceId,
    simulated: each[0]?.simulated ?? false,
    answered: each.reduce((sum, { answered }) => sum + answered, 0),
    failed,
    lastAnswerAt: latest(each.map((health) => health.lastAnswerAt)),
    lastFailureAt,
    lastFailure: each.find((health) => health.lastFailureAt === lastFailureAt)?.lastFailure ?? null,
  };
};
