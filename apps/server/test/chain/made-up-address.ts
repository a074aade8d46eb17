import type { Pool } from 'pg';

/** A deposit address on the EVM networks that no key of ours makes, under a child number of the member's own. */
export const giveAddress = async (pool: Pool, memberId: bigint, address: string): Promise<void> => {
  await pool.query(
    `WITH key AS (INSERT INTO deposit_key (member_id, family, child) VALUES ($1::bigint, 'evm', $1::bigint::integer) RETURNING child)
     INSERT INTO deposit_address (member_id, network_id, address, child, created_at) SELECT $1::bigint, id, $2, child, now() FROM key, unnest('{2,4}'::smallint[]) AS n (id)`,
    [memberId, address],
  );
};
