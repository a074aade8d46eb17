import type { Pool } from 'pg';

/** A device that is to be asked who it is. */
export interface AskedDevice {
  id: number;
  host: string;
  port: number;
  simulated: boolean;
}

/** Those named, and those that were not asked since their time: doubled ones have an earlier one, they stand still until it is put right. */
export const listToAsk = async (
  pool: Pool,
  ids: readonly number[],
  since: { single: Date; doubled: Date },
  limit: number,
): Promise<AskedDevice[]> => {
  const { rows } = await pool.query<AskedDevice>(
    `SELECT id, host, port, simulated FROM device
      WHERE retired_at IS NULL AND (identity_at IS NULL OR id = ANY ($1) OR identity_at < CASE WHEN same_as IS NULL THEN $2::timestamptz ELSE $3 END)
      ORDER BY id = ANY ($1) DESC, identity_at NULLS FIRST, id LIMIT $4`,
    [ids, since.single, since.doubled, limit],
  );
  return rows;
};
