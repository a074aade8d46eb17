import { describe, expect, it } from 'vitest';
import { OutsideFailure, type FailureReason } from '../failure.ts';
import { tellEach } from './tell-each.ts';

const asked = Array.from({ length: 100 }, (_, place) => place);
/** A question that fails wherever one of these is in it, and how often it was asked. */
const askingWithout = (untold: (place: number) => boolean, reason: FailureReason) => {
  const questions: number[] = [];
  const ask = async (part: readonly number[]) => {
    questions.push(part.length);
    if (part.some(untold)) throw new OutsideFailure('chain', reason, 'test');
    return part;
  };
  return { ask, questions };
};

describe('a question about many', () => {
  it.each(['refused', 'reverted', 'malformed', 'implausible', 'not_ready'] as const)(
    'that fails as %s is asked again in halves, down to the one that nobody tells of',
    async (reason) => {
      const { ask } = askingWithout((place) => place === 42, reason);
      expect(await tellEach(asked, 100, ask)).toEqual(asked.map((place) => (place === 42 ? null : place)));
    },
  );

  it.each(['timeout', 'unreachable', 'rate_limited'] as const)(
    'that fails as %s is not asked again',
    async (reason) => {
      const { ask, questions } = askingWithout((place) => place === 42, reason);
      await expect(tellEach(asked, 100, ask)).rejects.toMatchObject({ reason });
      expect(questions).toEqual([100]);
    },
  );
});
