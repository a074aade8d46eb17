import type { PoolPrize } from '@minerx/rules/blessing-draw';
import type { Pool } from 'pg';

export interface PrizeRow extends PoolPrize {
  /** In the whole campaign; null when unlimited. */
  total: number | null;
  voucherPackageId: number | null;
}

/** The pool as operators set it, in order of id, with what is left. */
export const listPrizes = async (pool: Pool): Promise<PrizeRow[]> => {
  const { rows } = await pool.query<PrizeRow>({
    name: 'blessing_prizes',
    text: `SELECT id, name, min_units AS "minUnits", max_units AS "maxUnits", weight, total, remaining AS left,
                  voucher_package_id AS "voucherPackageId", enabled FROM blessing_prize ORDER BY id`,
  });
  return rows;
};
