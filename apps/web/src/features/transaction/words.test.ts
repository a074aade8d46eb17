import { expect, it } from 'vitest';
import type { Translate } from '../../i18n/texts.ts';
import type { Transaction } from './transaction.api.ts';
import { originOf } from './words.ts';

it('leads to an order by the screen that shows one that has ended too', () => {
  const to = (type: 'order' | 'reward') => {
    const origin = { type, id: 'o1', label: 'X1-1', day: '2026-11-22' };
    return originOf({ origin } as Transaction, ((key: string) => key) as unknown as Translate)?.to;
  };
  expect([to('order'), to('reward')]).toEqual(['/order/receipts/o1', '/order/receipts/o1']);
});
