import type { Tx } from '../../db/transaction.ts';

/** False: it was frozen before. */
export const markFrozen = async (tx: Tx, memberId: bigint, at: Date): Promise<boolean> => {
  const { rowCount } = await tx.query('UPDATE member SET frozen_at = $2 WHERE id = $1 AND frozen_at IS NULL', [
    memberId,
    at,
  ]);
  return rowCount !== 0;
};

/** False: it was not frozen. */
export const markUnfrozen = async (tx: Tx, memberId: bigint): Promise<boolean> => {
  const { rowCount } = await tx.query('UPDATE member SET frozen_at = NULL WHERE id = $1 AND frozen_at IS NOT NULL', [
    memberId,
  ]);
  return rowCount !== 0;
};
