import type { Db } from '../../db/transaction.ts';

/** Whose these orders are, and what their members know them by. */
export const listOrderLabels = async (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; memberId: bigint; serial: string }[]> => {
  const { rows } = await db.query<{ id: string; memberId: bigint; serial: string }>(
    'SELECT id, member_id AS "memberId", serial FROM miner_order WHERE id = ANY ($1::uuid[]) ORDER BY id',
    [ids],
  );
  return rows;
};
