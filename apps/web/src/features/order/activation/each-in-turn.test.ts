import { expect, test } from 'vitest';
import { eachInTurn } from './each-in-turn.ts';

test('does one after the other and counts', async () => {
  const seen: string[] = [];
  const outcome = await eachInTurn(
    ['a', 'b'],
    async (thing) => seen.push(`start ${thing}`),
    (done, thing) => seen.push(`done ${done} ${thing}`),
  );
  expect(outcome).toEqual({ done: 2, error: null });
  expect(seen).toEqual(['start a', 'done 1 a', 'start b', 'done 2 b']);
});

test('the first that fails ends it; what was done stays done', async () => {
  const sent: number[] = [];
  const no = new Error('no');
  const outcome = await eachInTurn(
    [1, 2, 3],
    async (thing) => {
      sent.push(thing);
      if (thing === 2) throw no;
    },
    () => undefined,
  );
  expect(outcome).toEqual({ done: 1, error: no });
  expect(sent).toEqual([1, 2]);
});
