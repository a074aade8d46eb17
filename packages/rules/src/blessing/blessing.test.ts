import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BLESSING_CARDS,
  commitmentBytes,
  encodeDeck,
  GRAND_BLESSING,
  isOpened,
  isPrizeName,
  packagePicture,
  parseDeck,
  prizeCategory,
  prizeDelivery,
  REVEAL_OTHERS_MS,
  REVEAL_PRIZE_MS,
  TOTAL_VALUE,
  verifyPick,
} from './blessing.ts';
import type { DeckCard, PickProof } from './blessing.ts';
import { formatUnits, UNIT, units, unitsOf } from '../wallet/money.ts';

const PACK = '01900000-0000-7000-8000-000000000000';
const SALT = '0f'.repeat(32);

const deckOf = (): DeckCard[] => [
  { name: 'BTC', amountUnits: unitsOf('28') },
  { name: 'CW', amountUnits: unitsOf('28') },
  { name: 'RW', amountUnits: unitsOf('8888') },
  { name: 'Phuket', amountUnits: unitsOf('888') },
  { name: 'Dubai', amountUnits: unitsOf('2888') },
  { name: 'Miner X Package', amountUnits: unitsOf('100') },
  { name: 'Miner X Package', amountUnits: unitsOf('1000') },
  { name: 'Builder Package', amountUnits: unitsOf('5000') },
  { name: 'Cryptopreneur Package', amountUnits: unitsOf('10000') },
];

/** The platform's hash, so that the test needs nothing of a runtime: this package knows none. */
const sha256 = (bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> =>
  (
    globalThis as unknown as { crypto: { subtle: { digest(name: string, bytes: Uint8Array): Promise<ArrayBuffer> } } }
  ).crypto.subtle.digest('SHA-256', bytes);

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

const proofOf = async (index: number): Promise<PickProof> => {
  const deck = encodeDeck(PACK, deckOf());
  const commitment = hexOf(await sha256(commitmentBytes(deck, SALT)!));
  const { name, amountUnits } = deckOf()[index]!;
  return { packId: PACK, commitment, deck, salt: SALT, index, name, amount: formatUnits(amountUnits) };
};

describe('the figures of the campaign', () => {
  // proves 9: Raya: reveal after 1.5 s, then after 2.5 s; totals and prizes
  it('are those of the specification', () => {
    expect([GRAND_BLESSING, TOTAL_VALUE].map(formatUnits)).toEqual(['8888', '1888888']);
    expect(BLESSING_CARDS).toBe(9);
    expect([REVEAL_OTHERS_MS, REVEAL_PRIZE_MS]).toEqual([1500, 2500]);
    expect([1, 9].map(isOpened)).toEqual([false, true]);
  });

  it('tell the category of a prize by the word in its name', () => {
    const names = ['RW', 'CW', 'BTC', 'Miner X Package', 'Builder Package', 'Phuket', 'Dubai', 'Nothing'];
    expect(names.map(prizeCategory)).toEqual(['RW', 'CW', 'BTC', 'MINER X', 'MINER X', 'Phuket', 'Dubai', null]);
  });

  // proves 9: Raya: three pictures of Miner X by amount
  it('show a package with one of three pictures by its amount', () => {
    const amounts = ['100', '1000', '1000.00000001', '5000', '9999.99999999', '10000'];
    expect(amounts.map((amount) => packagePicture(unitsOf(amount)))).toEqual([1, 1, 2, 2, 2, 3]);
  });

  it('bring money to its wallet, packages as a voucher and journeys by people', () => {
    expect(prizeDelivery('RW')).toEqual({ kind: 'credit', walletId: 5 });
    expect(prizeDelivery('CW')).toEqual({ kind: 'credit', walletId: 4 });
    expect(prizeDelivery('BTC')).toEqual({ kind: 'credit', walletId: 3 });
    expect(prizeDelivery('MINER X')).toEqual({ kind: 'voucher' });
    expect([prizeDelivery('Phuket'), prizeDelivery('Dubai')]).toEqual([{ kind: 'fulfilment' }, { kind: 'fulfilment' }]);
  });
});

describe('the text of a deck', () => {
  it('has one form, which is read back', () => {
    const text = encodeDeck(PACK, deckOf());
    expect(text).toBe(
      [
        'blessing-deck/1',
        PACK,
        '0|BTC|28',
        '1|CW|28',
        '2|RW|8888',
        '3|Phuket|888',
        '4|Dubai|2888',
        '5|Miner X Package|100',
        '6|Miner X Package|1000',
        '7|Builder Package|5000',
        '8|Cryptopreneur Package|10000',
      ].join('\n'),
    );
    expect(parseDeck(text)).toEqual({ packId: PACK, cards: deckOf() });
  });

  it('is read back whatever the amounts are', () => {
    const amounts = fc.uniqueArray(fc.bigInt({ min: 1n, max: 10n ** 14n }), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(amounts, (drawn) => {
        const cards = drawn.map((amount) => ({ name: 'CW', amountUnits: units(amount) }));
        expect(parseDeck(encodeDeck(PACK, cards))?.cards).toEqual(cards);
      }),
    );
  });

  it('is refused in any other form', () => {
    const text = encodeDeck(PACK, deckOf());
    const lines = text.split('\n');
    const wrong = [
      '',
      `${text}\n`,
      lines.slice(0, -1).join('\n'),
      text.replace('0|BTC|28', '0|BTC|28.0'),
      text.replace('0|BTC|28', '1|BTC|28'),
      text.replace('1|CW|28', '1|BTC|28'),
      text.replace('BTC', 'B|TC'),
      text.replace('BTC', 'BÜC'),
      text.replace('blessing-deck/1', 'blessing-deck/2'),
    ];
    expect(wrong.map(parseDeck)).toEqual(wrong.map(() => null));
  });

  it('takes names without bars, letters of other scripts, or no category', () => {
    const names = ['Miner X Package', 'Phuket', 'Pack|age', 'Paket', '開齋 RW', ' RW', ''];
    expect(names.map(isPrizeName)).toEqual([true, true, false, false, false, false, false]);
  });

  it('is hashed as its ASCII bytes and then the salt', () => {
    const bytes = commitmentBytes('RW\n1', '00ff'.repeat(16))!;
    expect(Array.from(bytes.slice(0, 6))).toEqual([82, 87, 10, 49, 0, 255]);
    expect(bytes).toHaveLength(4 + 32);
    expect([commitmentBytes('RW', 'ff'), commitmentBytes('Ü', SALT), commitmentBytes('RW', 'F'.repeat(64))]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('the proof of a pick', () => {
  it('holds for every card of the deck', async () => {
    for (let index = 0; index < BLESSING_CARDS; index += 1)
      expect(await verifyPick(await proofOf(index), sha256)).toBe('proven');
  });

  it('fails when the deck, the salt, the commitment, the card or the prize is another', async () => {
    const proof = await proofOf(3);
    const outcome = (change: Partial<PickProof>) => verifyPick({ ...proof, ...change }, sha256);
    expect(await outcome({ deck: proof.deck.replace('|888', '|889') })).toBe('commitment');
    expect(await outcome({ salt: 'f0'.repeat(32) })).toBe('commitment');
    expect(await outcome({ commitment: '0'.repeat(64) })).toBe('commitment');
    expect(await outcome({ index: 4 })).toBe('card');
    expect(await outcome({ index: 9 })).toBe('card');
    expect(await outcome({ name: 'Dubai' })).toBe('card');
    expect(await outcome({ amount: '889' })).toBe('card');
    expect(await outcome({ packId: PACK.replace('019', '018') })).toBe('deck');
    expect(await outcome({ salt: 'short' })).toBe('deck');
    expect(await outcome({ deck: 'nothing' })).toBe('deck');
  });

  it('counts amounts by their value', async () => {
    expect(await verifyPick({ ...(await proofOf(0)), amount: '28.00' }, sha256)).toBe('proven');
    expect(unitsOf('28.00')).toBe(28n * UNIT);
  });
});
