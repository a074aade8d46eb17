import type { Tx } from '../../db/transaction.ts';

/** How many picks each new order of a package grants, from now on. Gives how many it were; null where there is no such package. */
export const swapFreeBlessings = async (tx: Tx, packageId: number, count: number): Promise<number | null> => {
  const { rows } = await tx.query<{ before: number }>(
    'SELECT free_blessings AS before FROM miner_package WHERE id = $1 FOR UPDATE',
    [packageId],
  );
  if (rows[0] === undefined) return null;
  await tx.query('UPDATE miner_package SET free_blessings = $2 WHERE id = $1', [packageId, count]);
  return rows[0].before;
};
