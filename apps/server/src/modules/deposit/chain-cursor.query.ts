import type { NetworkId } from '@minerx/rules/network';
import type { Db } from '../../db/transaction.ts';
import type { WatchedChain } from '../../outside/chain/port.ts';
import { findOldestBlock } from './deposit.store.ts';

export interface ChainCursor {
  networkId: NetworkId;
  /** The newest block whose transfers are all known, and the newest of the chain when it was read. */
  block: number;
  head: number;
  readAt: Date;
}

/** How far each watched chain was read. */
export const listCursors = async (db: Db): Promise<ChainCursor[]> => {
  const { rows } = await db.query<ChainCursor>(
    `SELECT network_id AS "networkId", block_number::float8 AS block, head_number::float8 AS head, read_at AS "readAt"
       FROM chain_cursor ORDER BY network_id`,
  );
  return rows;
};

/**
 * Whether a chain is another one than that which was read: where the oldest block that we know of it stood, there is another block. One
 * that has not come so far yet may be the same.
 */
export const isAnotherChain = async (
  db: Db,
  chain: Pick<WatchedChain, 'network' | 'head' | 'block'>,
): Promise<boolean> => {
  const oldest = await findOldestBlock(db, chain.network);
  if (oldest === null || (await chain.head()).number < oldest.number) return false;
  return (await chain.block(oldest.number))?.hash !== oldest.hash;
};
