import type { PoolPrize } from '@minerx/rules/blessing-draw';
import type { Tx } from '../../../db/transaction.ts';

export interface PrizeRow extends PoolPrize {
  /** In the whole campaign; null when unlimited. */
  total: number | null;
  voucherPackageId: number | null;
}

/** The whole pool. Whoever deals or opens a deck locks these rows too, so nothing moves meanwhile. */
export const lockPrizes = async (tx: Tx): Promise<PrizeRow[]> => {
  const { rows } = await tx.query<PrizeRow>(
    `SELECT id, name, min_units AS "minUnits", max_units AS "maxUnits", weight, total, remaining AS left,
            voucher_package_id AS "voucherPackageId", enabled FROM blessing_prize ORDER BY id FOR UPDATE`,
  );
  return rows;
};

/** Adds a line or changes it; name and amounts of one that is there stay. */
export const putPrize = async (tx: Tx, prize: PrizeRow): Promise<void> => {
  const { id, name, minUnits, maxUnits, weight, total, left, voucherPackageId, enabled } = prize;
  await tx.query(
    `INSERT INTO blessing_prize (id, name, min_units, max_units, weight, total, remaining, voucher_package_id, enabled)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (id) DO UPDATE SET weight = excluded.weight, total = excluded.total, remaining = excluded.remaining,
       voucher_package_id = excluded.voucher_package_id, enabled = excluded.enabled`,
    [id, name, minUnits, maxUnits, weight, total, left, voucherPackageId, enabled],
  );
};

/** Cards that were picked, or lie in a deck that is not opened yet. */
export const countGone = async (tx: Tx, prizeId: number): Promise<number> => {
  const { rows } = await tx.query<{ gone: number }>(
    `SELECT /* whole blessing_pack: when an operator changes a prize */ (SELECT count(*) FROM blessing_deck d JOIN blessing_pack p ON p.id = d.pack_id, unnest(d.prize_ids) AS card
              WHERE p.opened_at IS NULL AND card = $1)::integer
          + (SELECT count(*) FROM blessing_pick k JOIN blessing_card c ON c.pack_id = k.pack_id AND c.position = k.position
              WHERE c.prize_id = $1)::integer AS gone`,
    [prizeId],
  );
  return rows[0]!.gone;
};
