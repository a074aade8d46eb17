import { createHash, createHmac, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { commitmentBytes, encodeDeck, parseDeck } from '@minerx/rules/blessing';
import type { DrawnCard } from '@minerx/rules/blessing-draw';
import {
  dealFromBlocks,
  encodeBlock,
  encodeDraw,
  encodeLeft,
  encodeTable,
  type DrawInputs,
  type TablePrize,
} from '@minerx/rules/blessing-draw-proof';
import type { Vault } from '../../../security/vault.ts';

/** What draws the decks of a UTC day: secret until the day is over, committed to before it began. */
export interface DaySeed {
  readonly day: string;
  readonly seed: Buffer;
  /** Signs each draw: unlike the seed it is never shown, so that a deck stays secret until it is opened, however late. */
  readonly key: KeyObject;
}

/** Whose deck is drawn. */
interface Drawer {
  readonly username: string;
  /** Empty when there is none. */
  readonly seed: string;
  /** Decks drawn for this member so far. */
  readonly decks: number;
}

/** A deck as it is known to nobody before it is opened. */
export interface DeckContent {
  /** What is committed to. */
  readonly text: string;
  readonly salt: Buffer;
  /** Null for decks that were dealt before draws were committed to. */
  readonly signature: Buffer | null;
  /** In order of position. */
  readonly cards: readonly DrawnCard[];
}

/** A deck with everything that shows how it was drawn. */
export interface DealtDeck extends DeckContent {
  readonly signature: Buffer;
  readonly draw: DrawInputs;
  /** The prize table that `draw` names by its hash. */
  readonly table: string;
  readonly commitment: Buffer;
}

/** The UTC day of a moment: what draws then is its seed and its prize table. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The version of a prize table: SHA-256 of its text. */
export const tableHashOf = (table: string): Buffer => createHash('sha256').update(table).digest();

const daySeedLabel = (day: string): string => `blessing seed ${day}`;
const deckLabel = (packId: string): string => `deck of ${packId}`;

const SEED_BYTES = 32;

/** The secret half of a day: the seed, then its private key as PKCS #8. */
export const sealDaySeed = (vault: Vault, day: string, seed: Buffer, privateKey: Buffer): Buffer =>
  vault.seal(daySeedLabel(day), Buffer.concat([seed, privateKey]));

export const openDaySeed = (vault: Vault, day: string, sealed: Buffer): DaySeed => {
  const content = vault.open(daySeedLabel(day), sealed);
  const key = createPrivateKey({ key: content.subarray(SEED_BYTES), format: 'der', type: 'pkcs8' });
  return { day, seed: content.subarray(0, SEED_BYTES), key };
};

/**
 * Deals the next deck of a member, by nothing that house or member can still choose alone: the recipe is that of rules/blessing/blessing-draw-proof.ts. The
 * signature is unique, so that the salt, and with it the deck, cannot be tried out. Null when the pool cannot fill nine cards.
 */
export const dealDeck = (
  packId: string,
  { username, seed: memberSeed, decks }: Drawer,
  { day, seed, key }: DaySeed,
  pool: readonly TablePrize[],
): DealtDeck | null => {
  const table = encodeTable(pool);
  const tableHash = tableHashOf(table).toString('hex');
  const draw = { day, member: username, number: decks + 1, memberSeed, tableHash, left: encodeLeft(pool) };
  const text = encodeDraw(draw);
  const signature = sign('sha256', Buffer.from(text), key);
  const salt = createHash('sha256').update(signature).digest();
  const block = (number: number): Buffer =>
    createHmac('sha256', seed)
      .update(encodeBlock(text, salt.toString('hex'), number))
      .digest();
  const cards = dealFromBlocks(pool, block);
  if (cards === null) return null;
  const deck = encodeDeck(packId, cards);
  const commitment = createHash('sha256')
    .update(commitmentBytes(deck, salt.toString('hex'))!)
    .digest();
  return { text: deck, salt, signature, cards, draw, table, commitment };
};

/** As it lies in the database until it is opened. */
export const sealDeck = (vault: Vault, packId: string, { text, salt, signature, cards }: DeckContent): Buffer => {
  const content = {
    deck: text,
    salt: salt.toString('hex'),
    signature: signature?.toString('hex') ?? null,
    prizes: cards.map(({ prizeId }) => prizeId),
  };
  return vault.seal(deckLabel(packId), Buffer.from(JSON.stringify(content)));
};

export const openDeck = (vault: Vault, packId: string, sealed: Buffer): DeckContent => {
  const { deck, salt, signature, prizes } = JSON.parse(vault.open(deckLabel(packId), sealed).toString()) as {
    deck: string;
    salt: string;
    signature: string | null;
    prizes: number[];
  };
  const cards = parseDeck(deck)!.cards.map((card, position) => ({ ...card, prizeId: prizes[position]! }));
  return {
    text: deck,
    salt: Buffer.from(salt, 'hex'),
    signature: signature === null ? null : Buffer.from(signature, 'hex'),
    cards,
  };
};
