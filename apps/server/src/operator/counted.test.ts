import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it('one is told in the singular', () => {
  expect([0, 1, 2, 1n].map((count) => counted(count, 'balance'))).toEqual([
    '0 balances',
    '1 balance',
    '2 balances',
    '1 balance',
  ]);
});
