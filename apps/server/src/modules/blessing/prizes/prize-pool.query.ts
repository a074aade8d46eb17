import type { Db } from '../../../db/transaction.ts';
import type { PrizeRow } from './prize-pool.store.ts';

/** The pool as operators set it, in order of id, with what is left. */
export const listPrizes = async (db: Db): Promise<PrizeRow[]> => {
  const { rows } = await db.query<PrizeRow>({
    name: 'blessing_prizes',
    text: `SELECT id, name, min_units AS "minUnits", max_units AS "maxUnits", weight, total, remaining AS left,
                  voucher_package_id AS "voucherPackageId", enabled FROM blessing_prize ORDER BY id`,
  });
  return rows;
};
