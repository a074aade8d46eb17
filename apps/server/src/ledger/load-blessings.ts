import type { PoolClient } from 'pg';
import type { Vault } from '../vault.ts';
import { openDaySeed, openDeck, type DaySeed, type Drawer } from './blessing-deal.ts';
import type { LedgerPack, LedgerPrize } from './command.ts';
import type { Wanted } from './load-rows.ts';
import { ask, list } from './statement.ts';

export const loadPacks = async (
  client: PoolClient,
  { packs }: Wanted,
  vault: Vault,
  lock: string,
  tag: string,
): Promise<Map<string, LedgerPack>> => {
  if (packs.size === 0) return new Map();
  // Decks are read in a statement of their own: one that waited for the lock still has the old picture of other tables.
  const rows = ask<[string, bigint, boolean]>(
    client,
    `ledger_pack${tag}`,
    `SELECT id, member_id, opened_at IS NOT NULL FROM blessing_pack WHERE id = ANY($1::uuid[]) ORDER BY id ${lock}`,
    [list(packs)],
  );
  const decks = ask<[string, Buffer]>(
    client,
    'ledger_deck',
    'SELECT pack_id, sealed FROM blessing_deck WHERE pack_id = ANY($1::uuid[]) AND sealed IS NOT NULL',
    [list(packs)],
  );
  // Both are listened to from here on: a failure that nobody listens to ends the process.
  const [found, dealt] = await Promise.all([rows, decks]);
  const byPack = new Map(dealt.map(([packId, sealed]) => [packId, openDeck(vault, packId, sealed)]));
  return new Map(found.map(([id, memberId, opened]) => [id, { id, memberId, opened, deck: byPack.get(id) ?? null }]));
};

/** What draws decks, and for whom. */
export interface Drawing {
  readonly daySeed: DaySeed | null;
  readonly drawers: Map<bigint, Drawer>;
}

/** Read after the pool's lock, so that nobody else deals to these members meanwhile. */
export const loadDrawing = async (
  client: PoolClient,
  { prizePool, grants, drawers }: Wanted,
  vault: Vault,
  now: Date,
): Promise<Drawing> => {
  if (drawers.size === 0 || (!prizePool && grants.size === 0)) return { daySeed: null, drawers: new Map() };
  const day = now.toISOString().slice(0, 10);
  const rows = await ask<[Buffer | null, bigint, string, string, number]>(
    client,
    'ledger_drawing',
    `SELECT s.sealed, m.id, m.username, coalesce(o.seed, ''),
            (SELECT coalesce(max(d.number), 0) FROM blessing_deck d WHERE d.member_id = m.id)
       FROM member m LEFT JOIN blessing_member_seed o ON o.member_id = m.id LEFT JOIN blessing_seed s ON s.day = $4
      WHERE m.id = ANY($1::bigint[])
        AND ($2::boolean OR EXISTS (SELECT FROM miner_package p WHERE p.id = ANY($3::smallint[]) AND p.free_blessings > 0))`,
    [list(drawers), prizePool, list(grants), day],
  );
  const sealed = rows[0]?.[0] ?? null;
  return {
    daySeed: sealed === null ? null : openDaySeed(vault, day, sealed),
    drawers: new Map(rows.map(([, id, username, seed, decks]) => [id, { username, seed, decks }])),
  };
};

/** Nobody waits for the pool when no package of the batch grants anything: the scan does not begin. */
export const loadPrizePool = async (
  client: PoolClient,
  { prizePool, grants }: Wanted,
  lock: string,
  tag: string,
): Promise<Map<number, LedgerPrize>> => {
  if (!prizePool && grants.size === 0) return new Map();
  const rows = await ask<
    [number, string, bigint, bigint, number, number | null, number | null, boolean, number | null]
  >(
    client,
    `ledger_prize${tag}`,
    `SELECT id, name, min_units, max_units, weight, total, remaining, enabled, voucher_package_id FROM blessing_prize
     WHERE $1::boolean OR EXISTS (SELECT FROM miner_package p WHERE p.id = ANY($2::smallint[]) AND p.free_blessings > 0) ORDER BY id ${lock}`,
    [prizePool, list(grants)],
  );
  return new Map(
    rows.map(([id, name, minUnits, maxUnits, weight, total, left, enabled, voucherPackageId]) => [
      id,
      { id, name, minUnits, maxUnits, weight, total, left, enabled, voucherPackageId },
    ]),
  );
};
