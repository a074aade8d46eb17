import { formatUnits, parseUnits, unitsOf } from '../wallet/money.ts';
import type { Units } from '../wallet/money.ts';
import { WALLET } from '../wallet/wallet.ts';
import type { WalletId } from '../wallet/wallet.ts';

/** Figures of the campaign, US dollars (specification §2 and §9). */
export const GRAND_BLESSING = unitsOf('8888');
export const TOTAL_VALUE = unitsOf('1888888');

/** Cards of a deck. */
export const BLESSING_CARDS = 9;

/** Until the other cards turn after the picked one, and from there to the prize's window. */
export const REVEAL_OTHERS_MS = 1500;
export const REVEAL_PRIZE_MS = 2500;

export const BLESSING_WAITING = 1;
export const BLESSING_OPENED = 9;

/** Whether a pack was opened already: its screen is locked and leads to the history. */
export const isOpened = (status: number): boolean => status === BLESSING_OPENED;

const PRIZE_CATEGORIES = ['RW', 'CW', 'BTC', 'MINER X', 'Phuket', 'Dubai'] as const;
export type PrizeCategory = (typeof PRIZE_CATEGORIES)[number];

const CATEGORY_WORDS: readonly (readonly [word: string, category: PrizeCategory])[] = [
  ['RW', 'RW'],
  ['CW', 'CW'],
  ['BTC', 'BTC'],
  ['Package', 'MINER X'],
  ['Phuket', 'Phuket'],
  ['Dubai', 'Dubai'],
];

/** What kind of prize a name is, by the word that it contains (specification §3); null for none. */
export const prizeCategory = (name: string): PrizeCategory | null =>
  CATEGORY_WORDS.find(([word]) => name.includes(word))?.[1] ?? null;

/** Which of the three pictures a package prize has: up to 1 000, below 10 000, or more (specification §9). */
export const packagePicture = (amountUnits: bigint): 1 | 2 | 3 => {
  if (amountUnits <= unitsOf('1000')) return 1;
  return amountUnits < unitsOf('10000') ? 2 : 3;
};

/** How a prize reaches its member. */
export type PrizeDelivery =
  | { readonly kind: 'credit'; readonly walletId: WalletId }
  | { readonly kind: 'voucher' }
  | { readonly kind: 'fulfilment' };

const DELIVERY = {
  RW: { kind: 'credit', walletId: WALLET.RW },
  CW: { kind: 'credit', walletId: WALLET.CW },
  BTC: { kind: 'credit', walletId: WALLET.BTC },
  'MINER X': { kind: 'voucher' },
  Phuket: { kind: 'fulfilment' },
  Dubai: { kind: 'fulfilment' },
} as const satisfies Record<PrizeCategory, PrizeDelivery>;

/** Money goes to its wallet, packages become a voucher, journeys are handed over by people. */
export const prizeDelivery = (category: PrizeCategory): PrizeDelivery => DELIVERY[category];

export interface DeckCard {
  /** Printable ASCII without a bar: see `isPrizeName`. */
  readonly name: string;
  /** US dollars. */
  readonly amountUnits: Units;
}

const NAME = /^[ -{}~]{1,40}$/;

/** Whether a prize may have this name: up to 40 printable ASCII characters, no bar, and a word that tells its category. */
export const isPrizeName = (name: string): boolean =>
  NAME.test(name) && name.trim() === name && prizeCategory(name) !== null;

const HEADING = 'blessing-deck/1';

/**
 * The text that is committed to: a heading, the pack's id, then a line `position|name|amount` for each card from 0 to 8,
 * joined by line feeds. ASCII only, so that its bytes are the same everywhere.
 */
export const encodeDeck = (packId: string, cards: readonly DeckCard[]): string =>
  [
    HEADING,
    packId,
    ...cards.map(({ name, amountUnits }, index) => `${index}|${name}|${formatUnits(amountUnits)}`),
  ].join('\n');

interface Deck {
  readonly packId: string;
  readonly cards: readonly DeckCard[];
}

/** Reads an encoded deck; null for anything that `encodeDeck` does not write, or that holds the same card twice. */
export const parseDeck = (text: string): Deck | null => {
  const [heading, packId = '', ...lines] = text.split('\n');
  if (heading !== HEADING || !/^[0-9a-f-]{1,64}$/.test(packId) || lines.length !== BLESSING_CARDS) return null;
  if (new Set(lines.map((line) => line.slice(1))).size !== BLESSING_CARDS) return null;
  const cards: DeckCard[] = [];
  for (const line of lines) {
    const [index, name = '', amount = '', ...more] = line.split('|');
    const amountUnits = parseUnits(amount);
    if (index !== String(cards.length) || !NAME.test(name) || amountUnits === null || more.length > 0) return null;
    cards.push({ name, amountUnits });
  }
  return encodeDeck(packId, cards) === text ? { packId, cards } : null;
};

const SALT_BYTES = 32;

/**
 * The bytes whose SHA-256 is the commitment: the deck's text, then the salt. Null for a salt that is not 32 bytes in hex
 * or a deck that is not ASCII. The hash is left to the platform: `node:crypto` there, WebCrypto in the browser.
 */
export const commitmentBytes = (deck: string, saltHex: string): Uint8Array<ArrayBuffer> | null => {
  if (!/^[0-9a-f]{64}$/.test(saltHex) || !/^[\n -~]*$/.test(deck)) return null;
  const bytes = new Uint8Array(deck.length + SALT_BYTES);
  for (let at = 0; at < deck.length; at += 1) bytes[at] = deck.charCodeAt(at);
  for (let at = 0; at < SALT_BYTES; at += 1)
    bytes[deck.length + at] = Number.parseInt(saltHex.slice(2 * at, 2 * at + 2), 16);
  return bytes;
};

/** What a member holds after a pick. */
export interface PickProof {
  readonly packId: string;
  /** As it was shown before the pick. */
  readonly commitment: string;
  readonly deck: string;
  readonly salt: string;
  readonly index: number;
  readonly name: string;
  /** Dollars as decimal text. */
  readonly amount: string;
}

/** `deck`: not a deck of this pack. `commitment`: not the deck that was committed to. `card`: another prize than the card's. */
export type ProofOutcome = 'proven' | 'deck' | 'commitment' | 'card';

/** Checks a pick by the recipe of docs/security.md. `sha256` is the platform's. */
export const verifyPick = async (
  proof: PickProof,
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer | Uint8Array>,
): Promise<ProofOutcome> => {
  const deck = parseDeck(proof.deck);
  const bytes = commitmentBytes(proof.deck, proof.salt);
  if (deck === null || bytes === null || deck.packId !== proof.packId) return 'deck';
  if (hex(new Uint8Array(await sha256(bytes))) !== proof.commitment) return 'commitment';
  const card = deck.cards[proof.index];
  return card?.name === proof.name && card.amountUnits === parseUnits(proof.amount) ? 'proven' : 'card';
};

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
