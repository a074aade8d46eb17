import type { Db } from '../../db/transaction.ts';

export const countRecoveryCodes = async (db: Db, operatorId: string): Promise<number> => {
  const { rows } = await db.query<{ left: number }>(
    'SELECT count(*)::int AS left FROM operator_recovery_code WHERE operator_id = $1 AND used_at IS NULL',
    [operatorId],
  );
  return rows[0]?.left ?? 0;
};
