import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import { restartHouse } from '../reconciliation/reconciliation.store.ts';
import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db, Tx } from '../../db/transaction.ts';

/** A block of a chain as we keep it. */
export interface KeptBlock {
  readonly number: number;
  readonly hash: string;
}

/** How far a chain was read; null: it never was. */
export const findCursor = async (db: Db, network: NetworkId): Promise<KeptBlock | null> => {
  const { rows } = await db.query<{ number: string; hash: string }>(
    'SELECT block_number::text AS number, block_hash AS hash FROM chain_cursor WHERE network_id = $1',
    [network],
  );
  return rows[0] === undefined ? null : { number: Number(rows[0].number), hash: rows[0].hash };
};

/** Begins to watch at a block; whoever is second changes nothing. */
export const beginCursor = async (tx: Tx, network: NetworkId, block: KeptBlock, at: Date): Promise<void> => {
  await tx.query(
    `INSERT INTO chain_cursor (network_id, block_number, block_hash, head_number, read_at) VALUES ($1, $2, $3, $2, $4)
     ON CONFLICT DO NOTHING`,
    [network, block.number, block.hash, at],
  );
  await keepBlocks(tx, network, [block]);
};

interface CursorMove {
  readonly from: KeptBlock;
  readonly to: KeptBlock;
  readonly head: number;
  readonly at: Date;
}

/** False when somebody else has moved it meanwhile: then nothing of this transaction may stay. */
export const moveCursor = async (tx: Tx, network: NetworkId, { from, to, head, at }: CursorMove): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `UPDATE chain_cursor SET block_number = $4, block_hash = $5, head_number = $6, read_at = $7
      WHERE network_id = $1 AND block_number = $2 AND block_hash = $3`,
    [network, from.number, from.hash, to.number, to.hash, head, at],
  );
  return rowCount === 1;
};

/** How far there is to go: noted before the way, so that whoever is stuck on it is seen. */
export const noteHead = async (db: Db, network: NetworkId, head: number): Promise<void> => {
  await db.query('UPDATE chain_cursor SET head_number = $2 WHERE network_id = $1', [network, head]);
};

/** Nothing is new, and nothing is wrong. */
export const noteRest = async (db: Db, network: NetworkId, at: Date): Promise<void> => {
  await db.query(
    `UPDATE chain_cursor SET read_at = $2 WHERE network_id = $1 AND read_at < $2::timestamptz - interval '10 seconds'`,
    [network, at],
  );
};

export const keepBlocks = async (tx: Tx, network: NetworkId, blocks: readonly KeptBlock[]): Promise<void> => {
  await tx.query(
    `INSERT INTO chain_block (network_id, number, hash) SELECT $1, * FROM unnest($2::bigint[], $3::text[])
     ON CONFLICT DO NOTHING`,
    [network, blocks.map(({ number }) => number), blocks.map(({ hash }) => hash)],
  );
};

/** Those before a block are forgotten. */
export const forgetBlocksBefore = async (tx: Tx, network: NetworkId, number: number): Promise<void> => {
  await tx.query('DELETE FROM chain_block WHERE network_id = $1 AND number < $2', [network, number]);
};

/** The newest first. */
export const listBlocks = async (db: Db, network: NetworkId): Promise<KeptBlock[]> => {
  const { rows } = await db.query<{ number: string; hash: string }>(
    'SELECT number::text AS number, hash FROM chain_block WHERE network_id = $1 ORDER BY chain_block.number DESC',
    [network],
  );
  return rows.map(({ number, hash }) => ({ number: Number(number), hash }));
};

/** What stood on blocks after this one is on the chain no more. Gives how many were credited all the same: beyond finality. */
export const orphanAfter = async (tx: Tx, network: NetworkId, number: number): Promise<number> => {
  await tx.query('DELETE FROM chain_block WHERE network_id = $1 AND number > $2', [network, number]);
  await tx.query(
    `UPDATE deposit SET status = ${DEPOSIT_STATUS.ORPHANED}
      WHERE network_id = $1 AND block_number > $2 AND status IN (${DEPOSIT_STATUS.SEEN}, ${DEPOSIT_STATUS.KEPT})`,
    [network, number],
  );
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM deposit
      WHERE network_id = $1 AND block_number > $2 AND status = ${DEPOSIT_STATUS.CREDITED}`,
    [network, number],
  );
  return rows[0]!.count;
};

export interface SeenDeposit {
  readonly id: string;
  readonly memberId: bigint;
  readonly walletId: WalletId;
  readonly address: string;
  readonly txHash: string;
  readonly logIndex: number;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly raw: bigint;
  readonly units: bigint;
}

/**
 * Adds what is not known yet; one whose block came back is seen again. A transaction that was credited in a block that is void now and
 * stands in another one since is known: it came once.
 * @returns those of them that were not known
 */
export const insertSeen = async (
  tx: Tx,
  network: NetworkId,
  seen: readonly SeenDeposit[],
  at: Date,
): Promise<SeenDeposit[]> => {
  if (seen.length === 0) return [];
  const of = <K extends keyof SeenDeposit>(field: K): SeenDeposit[K][] => seen.map((each) => each[field]);
  const { rows } = await tx.query<{ txHash: string; logIndex: number }>(
    `INSERT INTO deposit (id, member_id, wallet_id, network_id, address, tx_hash, log_index, block_number, block_hash, raw, units, seen_at)
     SELECT s.id, s.member_id, s.wallet_id, $11, s.address, s.tx_hash, s.log_index, s.block_number, s.block_hash, s.raw, s.units, $12
       FROM unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::text[], $5::text[], $6::integer[], $7::bigint[], $8::text[], $9::numeric[], $10::bigint[])
         AS s (id, member_id, wallet_id, address, tx_hash, log_index, block_number, block_hash, raw, units)
      WHERE NOT EXISTS (SELECT FROM deposit c WHERE c.network_id = $11 AND c.tx_hash = s.tx_hash AND c.address = s.address
                           AND c.wallet_id = s.wallet_id AND c.block_hash <> s.block_hash AND c.status = ${DEPOSIT_STATUS.CREDITED})
     ON CONFLICT (network_id, block_hash, tx_hash, log_index)
       DO UPDATE SET status = ${DEPOSIT_STATUS.SEEN} WHERE deposit.status = ${DEPOSIT_STATUS.ORPHANED}
     RETURNING tx_hash AS "txHash", log_index AS "logIndex"`,
    [
      of('id'),
      of('memberId'),
      of('walletId'),
      of('address'),
      of('txHash'),
      of('logIndex'),
      of('blockNumber'),
      of('blockHash'),
      of('raw').map(String),
      of('units'),
      network,
      at,
    ],
  );
  return seen.filter(({ txHash, logIndex }) => rows.some((row) => row.txHash === txHash && row.logIndex === logIndex));
};

interface OpenDeposit {
  readonly id: string;
  readonly blockNumber: number;
  readonly blockHash: string;
}

/** Seen and not final, on this block or before. */
export const listSeen = async (db: Db, network: NetworkId, upTo: number): Promise<OpenDeposit[]> => {
  const { rows } = await db.query<{ id: string; blockNumber: string; blockHash: string }>(
    `SELECT id, block_number::text AS "blockNumber", block_hash AS "blockHash" FROM deposit
      WHERE network_id = $1 AND block_number <= $2 AND status = ${DEPOSIT_STATUS.SEEN} ORDER BY id`,
    [network, upTo],
  );
  return rows.map(({ id, blockNumber, blockHash }) => ({ id, blockNumber: Number(blockNumber), blockHash }));
};

export const keepFinal = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db.query(
    `UPDATE deposit SET status = ${DEPOSIT_STATUS.KEPT} WHERE id = ANY($1::uuid[]) AND status = ${DEPOSIT_STATUS.SEEN}`,
    [ids],
  );
};

/** The oldest block of a chain that we still know; null: it was never read. */
export const findOldestBlock = async (db: Db, network: NetworkId): Promise<KeptBlock | null> => {
  const { rows } = await db.query<{ number: string; hash: string }>(
    'SELECT number::text AS number, hash FROM chain_block WHERE network_id = $1 ORDER BY chain_block.number LIMIT 1',
    [network],
  );
  return rows[0] === undefined ? null : { number: Number(rows[0].number), hash: rows[0].hash };
};

/** Another chain has taken the place of one: it is read from a block on, and what was not credited on the one before never will be. */
export const restartCursor = async (tx: Tx, network: NetworkId, block: KeptBlock, at: Date): Promise<void> => {
  await tx.query(
    `UPDATE deposit SET status = ${DEPOSIT_STATUS.ORPHANED}
      WHERE network_id = $1 AND status IN (${DEPOSIT_STATUS.SEEN}, ${DEPOSIT_STATUS.KEPT})`,
    [network],
  );
  await tx.query('DELETE FROM chain_block WHERE network_id = $1', [network]);
  await keepBlocks(tx, network, [block]);
  await tx.query(
    'UPDATE chain_cursor SET block_number = $2, block_hash = $3, head_number = $2, read_at = $4 WHERE network_id = $1',
    [network, block.number, block.hash, at],
  );
  await restartHouse(tx, network, block.number);
};

interface Credited {
  memberId: bigint;
  walletId: WalletId;
  network: NetworkId;
  units: bigint;
  at: Date;
  /** One of its deposits, which brings the others with it. */
  id: string;
}

/** What a transfer has credited. */
export const getCredited = async (db: Db, transferId: string): Promise<Credited> => {
  const { rows } = await db.query<Credited>(
    `SELECT member_id AS "memberId", wallet_id AS "walletId", network_id AS network, sum(units)::bigint AS units, max(credited_at) AS at, min(id::text) AS id
       FROM deposit WHERE transfer_id = $1 GROUP BY 1, 2, 3`,
    [transferId],
  );
  return rows[0]!;
};
