import type { Pool } from 'pg';

export const countRecoveryCodes = async (pool: Pool, operatorId: string): Promise<number> => {
  const { rows } = await pool.query<{ left: number }>(
    'SELECT count(*)::int AS left FROM operator_recovery_code WHERE operator_id = $1 AND used_at IS NULL',
    [operatorId],
  );
  return rows[0]?.left ?? 0;
};
