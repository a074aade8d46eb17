import { leftOf, type TableLine, type TablePrize } from '@minerx/rules/blessing-draw-proof';
import type { Tx } from '../../../db/transaction.ts';

export interface StoredPrize extends TableLine {
  /** Cards that were picked, or lie in a deck that is not opened yet. */
  gone: number;
  voucherPackageId: number | null;
}

export interface PrizeRow extends StoredPrize, TablePrize {}

export const PRIZES = `
  SELECT id, name, min_units AS "minUnits", max_units AS "maxUnits", weight, total, gone, voucher_package_id AS "voucherPackageId", enabled
    FROM blessing_prize ORDER BY id`;

export const prizeOf = (stored: StoredPrize): PrizeRow => ({ ...stored, left: leftOf(stored.total, stored.gone) });

/** The pool as operators set it, in order of id. Whoever deals or opens a deck or commits to a day locks these rows too, so nothing moves meanwhile. */
export const lockPrizes = async (tx: Tx): Promise<PrizeRow[]> => {
  const { rows } = await tx.query<StoredPrize>(`${PRIZES} FOR UPDATE`);
  return rows.map(prizeOf);
};

/** Writes a line: a new one, or what may change of one that is there. */
export const putPrize = async (tx: Tx, prize: PrizeRow): Promise<void> => {
  const { id, name, minUnits, maxUnits, weight, total, voucherPackageId, enabled } = prize;
  await tx.query(
    `INSERT INTO blessing_prize (id, name, min_units, max_units, weight, total, voucher_package_id, enabled)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (id) DO UPDATE SET weight = excluded.weight, total = excluded.total, enabled = excluded.enabled`,
    [id, name, minUnits, maxUnits, weight, total, voucherPackageId, enabled],
  );
};
