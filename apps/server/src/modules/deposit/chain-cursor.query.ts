import type { NetworkId } from '@minerx/rules/network';
import type { Pool } from 'pg';

interface ChainCursor {
  networkId: NetworkId;
  /** The newest block whose transfers are all known, and the newest of the chain when it was read. */
  block: number;
  head: number;
  readAt: Date;
}

/** How far each watched chain was read. */
export const listCursors = async (pool: Pool): Promise<ChainCursor[]> => {
  const { rows } = await pool.query<ChainCursor>(
    `SELECT network_id AS "networkId", block_number::float8 AS block, head_number::float8 AS head, read_at AS "readAt"
       FROM chain_cursor ORDER BY network_id`,
  );
  return rows;
};
