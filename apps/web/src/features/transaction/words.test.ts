import { expect, it } from 'vitest';
import { makeFormats } from '../../i18n/formats.ts';
import type { Translate } from '../../i18n/texts.ts';
import { units } from '@minerx/rules/money';
import { walletById } from '@minerx/rules/wallet';
import { RETURNED_STATUSES } from '@minerx/rules/withdrawal';
import { arrivesUnits, originOf, serialOf } from './words.ts';

const TEXTS = {
  t: ((key: string, { day = '' } = {}) => `${key} ${day}`) as unknown as Translate,
  format: makeFormats('de'),
};

it('leads to an order by the screen that shows one that has ended too', () => {
  const to = (type: 'order' | 'reward') => {
    const origin = { type, id: 'o1', label: 'X1-1', day: '2026-11-22' };
    return originOf({ id: 't1', origin }, TEXTS)?.to;
  };
  expect([to('order'), to('reward')]).toEqual(['/order/receipts/o1', '/order/receipts/o1?receipt=t1']);
});

it('leads to the very row of a list', () => {
  const to = (type: 'pick' | 'stake' | 'deposit' | 'withdrawal' | 'nft') => {
    const origin = { type, id: 'r1', label: null, day: null };
    return originOf({ id: 't1', origin }, TEXTS)?.to;
  };
  for (const type of ['pick', 'stake', 'deposit', 'withdrawal', 'nft'] as const) expect(to(type)).toMatch(/\?id=r1$/);
});

it('names the day of a reward as the language does', () => {
  const origin = { type: 'reward', id: 'o1', label: 'X1-1', day: '2026-11-22' } as const;
  expect(originOf({ id: 't1', origin }, TEXTS)?.text).toBe('transaction.origin.reward 22. Nov. 2026');
});

it('tells what orders brought apart by their serials, and nothing else', () => {
  const origin = (type: 'order' | 'reward' | 'deposit') => ({ type, id: 'o1', label: 'X1-1', day: '2026-11-22' });
  expect(serialOf({ origin: origin('reward') })).toBe('X1-1');
  expect(originOf({ id: 't1', origin: origin('order') }, TEXTS)?.label).toBe('X1-1');
  expect(serialOf({ origin: origin('deposit') })).toBeNull();
  expect(serialOf({ origin: null })).toBeNull();
});

it('says what of a withdrawal arrives, asked for or sent, and nothing of one that came back', () => {
  const change = (amount: bigint, held: bigint) => ({
    wallet: walletById(1),
    amountUnits: units(amount),
    heldUnits: units(held),
    balanceUnits: units(0n),
  });
  const [asked, sent] = [[change(-61n, 61n)], [change(0n, -61n)]];
  const arrives = (
    kind: 'withdrawal' | 'withdrawal_sent' | 'withdrawal_refund',
    changes = asked,
    status: number | null = null,
  ) => arrivesUnits({ kind, changes, withdrawalStatus: status }, 1n);
  expect([arrives('withdrawal', asked, 0), arrives('withdrawal_sent', sent)]).toEqual([60n, 60n]);
  const returned = RETURNED_STATUSES.map((status) => arrives('withdrawal', asked, status));
  expect([...returned, arrives('withdrawal_refund', [change(61n, -61n)])]).toEqual([null, null, null]);
});
