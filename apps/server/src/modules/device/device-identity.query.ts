import type { Db } from '../../db/transaction.ts';

/** A device that is to be asked who it is. */
interface AskedDevice {
  id: number;
  host: string;
  port: number;
  simulated: boolean;
}

/** Those named, and those that were not asked since their time: doubled ones have an earlier one, they stand still until it is put right. */
export const listToAsk = async (
  db: Db,
  ids: readonly number[],
  since: { single: Date; doubled: Date },
  limit: number,
): Promise<AskedDevice[]> => {
  const { rows } = await db.query<AskedDevice>(
    `SELECT id, host, port, simulated FROM device
      WHERE id IN (SELECT id FROM device WHERE id = ANY ($1) AND retired_at IS NULL
                   UNION (SELECT id FROM device WHERE retired_at IS NULL AND identity_at IS NULL ORDER BY id LIMIT $4)
                   UNION (SELECT id FROM device WHERE retired_at IS NULL AND identity_at < $2 ORDER BY identity_at, id LIMIT $4)
                   UNION (SELECT id FROM device WHERE retired_at IS NULL AND same_as IS NOT NULL AND identity_at < $3 ORDER BY identity_at, id LIMIT $4))
      ORDER BY id = ANY ($1) DESC, identity_at NULLS FIRST, id LIMIT $4`,
    [ids, since.single, since.doubled, limit],
  );
  return rows;
};
