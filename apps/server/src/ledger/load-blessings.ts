import type { DrawnCard } from '@minerx/rules/blessing-draw';
import { units } from '@minerx/rules/money';
import type { PoolClient } from 'pg';
import type { LedgerPack, LedgerPrize } from './command.ts';
import type { Wanted } from './load-rows.ts';
import { ask, list } from './statement.ts';

export const loadPacks = async (
  client: PoolClient,
  { packs }: Wanted,
  lock: string,
  tag: string,
): Promise<Map<string, LedgerPack>> => {
  if (packs.size === 0) return new Map();
  // Cards are read in a statement of their own: one that waited for the lock still has the old picture of other tables.
  const rows = ask<[string, bigint, boolean]>(
    client,
    `ledger_pack${tag}`,
    `SELECT id, member_id, opened_at IS NOT NULL FROM blessing_pack WHERE id = ANY($1::uuid[]) ORDER BY id ${lock}`,
    [list(packs)],
  );
  const cards = ask<[string, number, string, bigint]>(
    client,
    'ledger_card',
    `SELECT c.pack_id, c.prize_id, p.name, c.amount_units FROM blessing_card c JOIN blessing_prize p ON p.id = c.prize_id
     WHERE c.pack_id = ANY($1::uuid[]) ORDER BY c.pack_id, c.position`,
    [list(packs)],
  );
  // Both are listened to from here on: a failure that nobody listens to ends the process.
  const [found, decks] = await Promise.all([rows, cards]);
  const byPack = new Map<string, DrawnCard[]>();
  for (const [packId, prizeId, name, amountUnits] of decks) {
    const deck = byPack.get(packId) ?? [];
    deck.push({ prizeId, name, amountUnits: units(amountUnits) });
    byPack.set(packId, deck);
  }
  return new Map(found.map(([id, memberId, opened]) => [id, { id, memberId, opened, cards: byPack.get(id) ?? null }]));
};

/** Nobody waits for the pool when no package of the batch grants anything: the scan does not begin. */
export const loadPrizePool = async (
  client: PoolClient,
  { prizePool, grants }: Wanted,
  lock: string,
  tag: string,
): Promise<Map<number, LedgerPrize>> => {
  if (!prizePool && grants.size === 0) return new Map();
  const rows = await ask<[number, string, bigint, bigint, number, number | null, boolean, number | null]>(
    client,
    `ledger_prize${tag}`,
    `SELECT id, name, min_units, max_units, weight, remaining, enabled, voucher_package_id FROM blessing_prize
     WHERE $1::boolean OR EXISTS (SELECT FROM miner_package p WHERE p.id = ANY($2::smallint[]) AND p.free_blessings > 0) ORDER BY id ${lock}`,
    [prizePool, list(grants)],
  );
  return new Map(
    rows.map(([id, name, minUnits, maxUnits, weight, left, enabled, voucherPackageId]) => [
      id,
      { id, name, minUnits, maxUnits, weight, left, enabled, voucherPackageId },
    ]),
  );
};
