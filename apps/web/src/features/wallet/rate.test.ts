import { unitsOf } from '@minerx/rules/money';
import { WALLET, walletById, type WalletId } from '@minerx/rules/wallet';
import { expect, it } from 'vitest';
import type { Texts } from '../../i18n/texts.ts';
import { rateText } from './rate.ts';

const texts = {
  t: (_: string, { price, amount }: { price: string; amount?: string }) => amount ?? price,
  tag: 'en',
  dollar: '$',
} as unknown as Pick<Texts, 't' | 'tag' | 'dollar'>;
const rate = (id: WalletId, price: string) =>
  rateText({ id, name: walletById(id).name, priceUnits: unitsOf(price) }, texts);

it('cuts no digit off a price that somebody set', () => {
  expect([rate(WALLET.AOG, '0.125'), rate(WALLET.AOG, '0.004'), rate(WALLET.AOG, '1')]).toEqual([
    '$0.125',
    '$0.004',
    '$1.00',
  ]);
  expect(rate(WALLET.AOGTD, '2.005')).toBe('2.005');
  expect(rate(WALLET.BTC, '90000.12345678')).toBe('$90,000.12');
});
