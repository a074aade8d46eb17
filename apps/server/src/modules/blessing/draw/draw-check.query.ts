import { createHash } from 'node:crypto';
import { encodeSeed, parsePool } from '@minerx/rules/blessing-draw-proof';
import { LOWEST_ID } from '../../../base/ids.ts';
import type { Db } from '../../../db/transaction.ts';
import { dealDeck, openDaySeed, openDeck, type DaySeed } from './deck.ts';
import type { Vault } from '../../../security/vault.ts';

const PAGE = 500;

interface CheckedDeck {
  packId: string;
  sealed: Buffer;
  commitment: Buffer;
  day: string;
  username: string;
  number: number;
  memberSeed: string;
  table: string;
  left: string;
}

const DECKS = `
  SELECT d.pack_id AS "packId", d.sealed, d.commitment, d.day, m.username, d.number, d.member_seed AS "memberSeed", t.lines AS "table",
         d.left_before AS "left"
    FROM blessing_deck d JOIN blessing_pack p ON p.id = d.pack_id AND p.member_id = d.member_id JOIN member m ON m.id = d.member_id
    JOIN blessing_table t ON t.hash = d.table_hash
   WHERE d.pack_id > $1 ORDER BY d.pack_id LIMIT ${PAGE}`;

/** Deals every deck again from its day's seed, its member's and its table, opened or not, and names those that are another one. That the table is its day's is an equation (`blessing-days`). */
export const listFalseDraws = async (db: Db, vault: Vault): Promise<string[]> => {
  const seeds = new Map<string, DaySeed>();
  const { rows: others } = await db.query<{ packId: string }>(
    `SELECT /* whole blessing_deck: the integrity check deals all of them again */ /* whole blessing_pack: the same */ d.pack_id AS "packId" FROM blessing_deck d JOIN blessing_pack p ON p.id = d.pack_id
      WHERE d.number IS NOT NULL AND p.member_id <> d.member_id ORDER BY 1`,
  );
  const wrong = [...others.map(({ packId }) => packId), ...(await listFalseSeeds(db, vault, seeds))];
  let after = LOWEST_ID;
  for (;;) {
    const { rows } = await db.query<CheckedDeck>(DECKS, [after]);
    for (const row of rows) if (!isTrueDraw(row, vault, seeds)) wrong.push(row.packId);
    if (rows.length < PAGE) return wrong;
    after = rows.at(-1)!.packId;
  }
};

const isTrueDraw = (row: CheckedDeck, vault: Vault, seeds: Map<string, DaySeed>): boolean => {
  const daySeed = seeds.get(row.day);
  const pool = parsePool(row.table, row.left);
  if (daySeed === undefined || pool === null) return false;
  const drawer = { username: row.username, seed: row.memberSeed, decks: row.number - 1 };
  const dealt = dealDeck(row.packId, drawer, daySeed, pool);
  if (dealt === null || !dealt.commitment.equals(row.commitment)) return false;
  try {
    return openDeck(vault, row.packId, row.sealed).text === dealt.text;
  } catch {
    return false;
  }
};

/** Fills `seeds` with those that are what was committed to, and names the days of the others. */
const listFalseSeeds = async (db: Db, vault: Vault, seeds: Map<string, DaySeed>): Promise<string[]> => {
  const { rows } = await db.query<{
    day: string;
    sealed: Buffer;
    commitment: Buffer;
    publicKey: Buffer;
    tableHash: string | null;
    seed: Buffer | null;
  }>(
    `SELECT day, sealed, commitment, public_key AS "publicKey", seed, CASE WHEN table_committed THEN encode(table_hash, 'hex') END AS "tableHash"
       FROM blessing_seed`,
  );
  const wrong: string[] = [];
  for (const { day, sealed, commitment, publicKey, tableHash, seed } of rows) {
    const known = openSeed(vault, day, sealed);
    const text = known && encodeSeed(day, known.seed.toString('hex'), publicKey.toString('hex'), tableHash);
    const isTrue = text !== null && createHash('sha256').update(text).digest().equals(commitment);
    if (known !== null && isTrue && (seed === null || seed.equals(known.seed))) seeds.set(day, known);
    else wrong.push(`seed of ${day}`);
  }
  return wrong;
};

const openSeed = (vault: Vault, day: string, sealed: Buffer): DaySeed | null => {
  try {
    return openDaySeed(vault, day, sealed);
  } catch {
    return null;
  }
};
