import { commitmentBytes, encodeDeck } from './blessing.ts';
import { drawDeck, type DrawnCard, type PoolPrize } from './blessing-draw.ts';
import { formatUnits, parseUnits } from '../wallet/money.ts';

/**
 * How a deck comes about, so that neither house nor member chooses it alone and anybody can deal it again (docs/decisions/016, docs/verify-blessing.mjs).
 * All texts are ASCII, lines joined by a line feed, bytes written in lower case hex.
 */

/** A line of the prize table. */
export interface TableLine extends Omit<PoolPrize, 'left'> {
  /** In the whole campaign; null when unlimited. */
  readonly total: number | null;
}

/** A line of the prize table with what is left of it. */
export interface TablePrize extends TableLine, PoolPrize {}

/** A member's own seed: 1 to 64 printable characters without a space. */
export const isMemberSeed = (text: string): boolean => /^[!-~]{1,64}$/.test(text);

const line = ({ id, name, minUnits, maxUnits, weight, total, enabled }: TableLine): string =>
  [id, name, formatUnits(minUnits), formatUnits(maxUnits), weight, total ?? '*', enabled ? 1 : 0].join('|');

const byId = <P extends { readonly id: number }>(pool: readonly P[]): P[] => pool.toSorted((a, b) => a.id - b.id);

/** The prize table as text: `id|name|from|to|weight|count or *|drawn` for each line in order of id. Its SHA-256 is its version. */
export const encodeTable = (pool: readonly TableLine[]): string =>
  ['blessing-prizes/1', ...byId(pool).map(line)].join('\n');

/** How many of each limited prize were left: `id:left`, in order of id, with commas between. */
export const encodeLeft = (pool: readonly PoolPrize[]): string =>
  byId(pool)
    .filter(({ left }) => left !== null)
    .map(({ id, left }) => `${id}:${left}`)
    .join(',');

/** The lines of a table; null for what `encodeTable` does not write. */
export const parseTable = (table: string): TableLine[] | null => {
  const lines = table.split('\n').slice(1).map(parseLine);
  return lines.every((line) => line !== null) && encodeTable(lines) === table ? lines : null;
};

const parseLine = (text: string): TableLine | null => {
  const [id, name = '', from = '', to = '', weight, total, enabled] = text.split('|');
  const [minUnits, maxUnits] = [parseUnits(from), parseUnits(to)];
  if (minUnits === null || maxUnits === null) return null;
  const count = total === '*' ? null : Number(total);
  return { id: Number(id), name, minUnits, maxUnits, weight: Number(weight), total: count, enabled: enabled === '1' };
};

/** How many of a prize are left when so many of its cards are gone; null when unlimited. */
export const leftOf = (total: number | null, gone: number): number | null =>
  total === null ? null : Math.max(0, total - gone);

/** The lines of a table with what is left of each when so many of their cards are gone, by id. */
export const withLeft = (lines: readonly TableLine[], gone: ReadonlyMap<number, number>): TablePrize[] =>
  lines.map((row) => ({ ...row, left: leftOf(row.total, gone.get(row.id) ?? 0) }));

/** The pool that a table and a count of what was left describe; null for what `encodeTable` and `encodeLeft` do not write. */
export const parsePool = (table: string, left: string): TablePrize[] | null => {
  const counts = new Map(
    left === '' ? [] : left.split(',').map((pair) => pair.split(':').map(Number) as [number, number]),
  );
  const pool = parseTable(table)?.map((row) => ({
    ...row,
    left: row.total === null ? null : (counts.get(row.id) ?? 0),
  }));
  return pool !== undefined && encodeLeft(pool) === left ? pool : null;
};

/** What a deck is drawn from besides the day's seed. */
export interface DrawInputs {
  /** UTC day whose seed draws, `YYYY-MM-DD`. */
  readonly day: string;
  /** The member's user name. */
  readonly member: string;
  /** The member's how many-th deck this is, from 1: nobody can choose it, unlike an id. */
  readonly number: number;
  /** The member's own seed; empty when there was none. */
  readonly memberSeed: string;
  /** SHA-256 of the prize table. */
  readonly tableHash: string;
  /** `encodeLeft` before this deck. */
  readonly left: string;
}

/** The text that names a draw. The day's key signs it, and the salt of the deck is the SHA-256 of that signature. */
export const encodeDraw = ({ day, member, number, memberSeed, tableHash, left }: DrawInputs): string =>
  ['blessing-draw/1', day, member, number, memberSeed, tableHash, left].join('\n');

/**
 * The text whose SHA-256 is published the day before: the day, its seed, the public half of its key, and the SHA-256 of its prize
 * table; null for days from before tables were committed to.
 */
export const encodeSeed = (day: string, seedHex: string, publicKeyHex: string, tableHash: string | null): string =>
  tableHash === null
    ? ['blessing-seed/1', day, seedHex, publicKeyHex].join('\n')
    : ['blessing-seed/2', day, seedHex, publicKeyHex, tableHash].join('\n');

/** The text of which HMAC-SHA-256, under the day's seed, makes the stream's block of 32 bytes with this number, from 0. */
export const encodeBlock = (draw: string, saltHex: string, block: number): string => `${draw}\n${saltHex}\n${block}`;

/** Deals from a stream of blocks, each asked for once, in order. Null when the pool cannot fill nine cards. */
export const dealFromBlocks = (
  pool: readonly PoolPrize[],
  block: (number: number) => Uint8Array,
): DrawnCard[] | null => {
  let bytes: number[] = [];
  let next = 0;
  return drawDeck(byId(pool), (count) => {
    while (bytes.length < count) bytes.push(...block(next++));
    const taken = Uint8Array.from(bytes.slice(0, count));
    bytes = bytes.slice(count);
    return taken;
  });
};

/** Everything that shows how a deck was drawn; `seed` is null until the day is over. */
export interface DrawProof extends Omit<DrawInputs, 'tableHash'> {
  readonly packId: string;
  readonly deck: string;
  readonly salt: string;
  /** As it was shown before the pick. */
  readonly commitment: string;
  readonly table: string;
  /** Whether the day was committed to its table too; from before it was not. */
  readonly tableCommitted: boolean;
  readonly signature: string;
  readonly publicKey: string;
  readonly seedCommitment: string;
  readonly seed: string | null;
}

/** What the platform has to bring; all of it is in WebCrypto. */
export interface DrawCrypto {
  sha256(bytes: Bytes): Promise<Bytes>;
  hmacSha256(key: Bytes, bytes: Bytes): Promise<Bytes>;
  /** RSASSA-PKCS1-v1_5 with SHA-256; the key as SPKI. */
  isSigned(publicKey: Bytes, signature: Bytes, bytes: Bytes): Promise<boolean>;
}
type Bytes = Uint8Array<ArrayBuffer>;

/** `later`: all that can be checked before the day's seed is revealed is right. Any other word names what is wrong. */
export type DrawOutcome = 'proven' | 'later' | 'table' | 'signature' | 'commitment' | 'seed' | 'deck';

/** More than any deck has ever taken: a draw takes 6 bytes, and few are thrown away. */
const BLOCKS = 64;

/** Deals the deck again from what was committed to, and compares. */
export const verifyDraw = async (proof: DrawProof, crypto: DrawCrypto): Promise<DrawOutcome> => {
  const hash = async (bytes: Bytes): Promise<string> => hexOf(await crypto.sha256(bytes));
  const pool = parsePool(proof.table, proof.left);
  if (pool === null) return 'table';
  const tableHash = await hash(ascii(proof.table));
  const draw = encodeDraw({ ...proof, tableHash });
  const signature = bytesOf(proof.signature);
  if ((await hash(signature)) !== proof.salt) return 'signature';
  if (!(await crypto.isSigned(bytesOf(proof.publicKey), signature, ascii(draw)))) return 'signature';
  const sealed = commitmentBytes(proof.deck, proof.salt);
  if (sealed === null || (await hash(sealed)) !== proof.commitment) return 'commitment';
  if (proof.seed === null) return 'later';
  const promise = encodeSeed(proof.day, proof.seed, proof.publicKey, proof.tableCommitted ? tableHash : null);
  if ((await hash(ascii(promise))) !== proof.seedCommitment) return 'seed';
  const key = bytesOf(proof.seed);
  const blocks = await Promise.all(
    Array.from({ length: BLOCKS }, (_, block) => crypto.hmacSha256(key, ascii(encodeBlock(draw, proof.salt, block)))),
  );
  const cards = dealFromBlocks(pool, (block) => blocks[block]!);
  return cards !== null && encodeDeck(proof.packId, cards) === proof.deck ? 'proven' : 'deck';
};

const ascii = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const bytesOf = (hex: string): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
