import { commitmentBytes, encodeDeck } from '@minerx/rules/blessing';
import { unitsOf } from '@minerx/rules/money';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Pick } from '../blessing.api.ts';
import { prove } from './use-proof.ts';

const PACK = '01997000-0000-7000-8000-000000000001';
const amounts = ['28', '88', '388', '888', '2888', '100', '1000', '5000', '10000'];
const cards = amounts.map((amount) => ({ name: 'BTC', amountUnits: unitsOf(amount) }));
const salt = '0123456789abcdef'.repeat(4);
const deck = encodeDeck(PACK, cards);

const sealOf = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', commitmentBytes(text, salt)!)).toString('hex');

const pickOf = (changes: Partial<Pick> = {}, proof: Partial<Pick['proof']> = {}): Pick => ({
  packId: PACK,
  name: 'BTC',
  amountUnits: unitsOf('388'),
  at: '2026-11-20T09:41:00Z',
  index: 2,
  credited: null,
  voucher: null,
  handedOver: null,
  draw: null,
  ...changes,
  proof: { deck, salt, commitment: '', ...proof },
});

afterEach(() => vi.unstubAllGlobals());

describe('the proof of a pick in the browser', () => {
  it('holds for the deck that was sealed and the card that was tapped', async () => {
    expect(await prove(pickOf(), await sealOf(deck))).toBe('proven');
  });

  it('fails when deck, salt, card or prize are not what was sealed', async () => {
    const seal = await sealOf(deck);
    const other = encodeDeck(PACK, cards.toReversed());
    expect(await prove(pickOf({}, { deck: other }), seal)).toBe('commitment');
    expect(await prove(pickOf({}, { salt: 'f'.repeat(64) }), seal)).toBe('commitment');
    expect(await prove(pickOf({ index: 3 }), seal)).toBe('card');
    expect(await prove(pickOf({ amountUnits: unitsOf('389') }), seal)).toBe('card');
    expect(await prove(pickOf({ packId: PACK.replace('1', '2') }), seal)).toBe('deck');
  });

  it('says that it cannot be made where the browser has no SHA-256', async () => {
    vi.stubGlobal('crypto', {});
    expect(await prove(pickOf(), 'whatever')).toBe('unable');
  });
});
