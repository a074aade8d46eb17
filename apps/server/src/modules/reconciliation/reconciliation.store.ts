import type { NetworkId } from '@minerx/rules/network';
import type { Db, Tx } from '../../db/transaction.ts';
import type { Actor } from '../../base/actor.ts';
import { spotKey, type ChainDifference, type Expected, type HouseReceipt, type Spot } from './reconciliation.ts';

/** Up to which block the transfers to our own wallets are known; null: the books of this network have not begun. */
export const findHouseCursor = async (db: Db, network: NetworkId): Promise<number | null> => {
  const { rows } = await db.query<{ block: string }>(
    'SELECT block_number::text AS block FROM house_cursor WHERE network_id = $1',
    [network],
  );
  return rows[0] === undefined ? null : Number(rows[0].block);
};

/** False when somebody else moved it meanwhile: then nothing of this transaction may stay. */
export const moveHouseCursor = async (
  tx: Tx,
  network: NetworkId,
  from: number | null,
  to: number,
): Promise<boolean> => {
  const { rowCount } =
    from === null
      ? await tx.query('INSERT INTO house_cursor (network_id, block_number) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
          network,
          to,
        ])
      : await tx.query('UPDATE house_cursor SET block_number = $3 WHERE network_id = $1 AND block_number = $2', [
          network,
          from,
          to,
        ]);
  return rowCount === 1;
};

export const insertHouseReceipt = async (
  tx: Tx,
  network: NetworkId,
  { walletId, place, source, sender, txHash, logIndex, blockNumber, raw, units }: HouseReceipt,
  { id, at }: { id: string; at: Date },
): Promise<void> => {
  await tx.query(
    `INSERT INTO house_receipt (id, network_id, wallet_id, place, source, sender, tx_hash, log_index, block_number, raw, units, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING`,
    [id, network, walletId, place, source, sender, txHash, logIndex, blockNumber, String(raw), units, at],
  );
};

/** Own wallets that were looked at before: what comes to them is read since. */
export const listOpenedWallets = async (db: Db, network: NetworkId): Promise<{ address: string; place: number }[]> => {
  const { rows } = await db.query<{ address: string; place: number }>(
    'SELECT address, place FROM house_wallet WHERE network_id = $1',
    [network],
  );
  return rows;
};

export const insertOpenedWallet = async (tx: Tx, network: NetworkId, address: string, place: number): Promise<void> => {
  await tx.query('INSERT INTO house_wallet (network_id, address, place) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    network,
    address,
    place,
  ]);
};

/** False when it is named already. */
export const insertColdWallet = async (tx: Tx, network: NetworkId, address: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'INSERT INTO cold_wallet (network_id, address) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [network, address],
  );
  return rowCount === 1;
};

/** False when it is named already. */
export const insertHandWallet = async (tx: Tx, network: NetworkId, address: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'INSERT INTO hand_wallet (network_id, address) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [network, address],
  );
  return rowCount === 1;
};

export const DIFFERENCE_COLUMNS = `id, network_id AS "networkId", wallet_id AS "walletId", place, address, item, raw::text AS raw, stops, block_number::text AS "blockNumber",
  found_at AS "foundAt", ended_at AS "endedAt", acknowledged_at AS "acknowledgedAt", acknowledged_by AS "acknowledgedBy", reason`;

export type DifferenceRow = Omit<ChainDifference, 'raw' | 'blockNumber'> & { raw: string; blockNumber: string };

export const differenceOf = ({ raw, blockNumber, ...row }: DifferenceRow): ChainDifference => ({
  ...row,
  raw: BigInt(raw),
  blockNumber: Number(blockNumber),
});

export const OPEN = 'ended_at IS NULL AND acknowledged_at IS NULL';

export const findDifference = async (db: Db, id: bigint): Promise<ChainDifference | null> => {
  const { rows } = await db.query<DifferenceRow>(`SELECT ${DIFFERENCE_COLUMNS} FROM chain_difference WHERE id = $1`, [
    id,
  ]);
  return rows[0] === undefined ? null : differenceOf(rows[0]);
};

/** False when it is not open any more. */
export const acknowledgeDifference = async (
  tx: Tx,
  id: bigint,
  { actor, reason, at }: { actor: Actor; reason: string; at: Date },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `UPDATE chain_difference SET acknowledged_at = $2, acknowledged_by = $3, reason = $4 WHERE id = $1 AND ${OPEN}`,
    [id, at, actor, reason],
  );
  return rowCount === 1;
};

export interface Comparison {
  readonly network: NetworkId;
  readonly block: { readonly number: number; readonly hash: string };
  readonly at: Date;
  /** Every spot that was looked at. */
  readonly looked: readonly Spot[];
  /** What lies in our own wallets, by the chain. */
  readonly held: readonly Expected[];
  /** Those of them whose balance is another, with what the chain has more. */
  readonly differing: readonly Expected[];
  /** Whether everything that was asked was told: only that counts as a comparison, by whose age payouts stop. */
  readonly isWhole: boolean;
}

interface KeptComparison {
  /** Differences that are new. */
  readonly added: ChainDifference[];
  /** What an earlier block had more than the books where anybody may send, and this one has as well. */
  readonly surplus: ChainDifference[];
}

/** Keeps what a comparison has found: what is gone ends, what is another amount ends and begins anew, what is still the same stays. */
export const keepComparison = async (
  tx: Tx,
  { network, block, at, looked, held, differing, isWhole }: Comparison,
): Promise<KeptComparison> => {
  const { rows } = await tx.query<DifferenceRow>(
    `SELECT ${DIFFERENCE_COLUMNS} FROM chain_difference WHERE network_id = $1 AND ${OPEN} FOR UPDATE`,
    [network],
  );
  const open = rows.map(differenceOf);
  const found = new Map(differing.map((each) => [spotKey(each), each.raw]));
  const seen = new Set(looked.map(spotKey));
  const ended = open.filter((each) => seen.has(spotKey(each)) && found.get(spotKey(each)) !== each.raw);
  await tx.query('UPDATE chain_difference SET ended_at = $2 WHERE id = ANY($1::bigint[])', [
    ended.map(({ id }) => id),
    at,
  ]);
  const stays = open.filter((each) => !ended.includes(each));
  const still = stays.filter((each) => seen.has(spotKey(each)));
  const standing = new Set(stays.map(spotKey));
  const added: ChainDifference[] = [];
  for (const { walletId, place, address, item, raw } of differing.filter((each) => !standing.has(spotKey(each)))) {
    const { rows: inserted } = await tx.query<DifferenceRow>(
      `INSERT INTO chain_difference (network_id, wallet_id, place, address, item, raw, block_number, found_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${DIFFERENCE_COLUMNS}`,
      [network, walletId, place, address, item, String(raw), block.number, at],
    );
    added.push(differenceOf(inserted[0]!));
  }
  for (const { walletId, place, raw } of held)
    await tx.query(
      `INSERT INTO house_balance (network_id, wallet_id, place, raw, block_number, at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (network_id, wallet_id, place) DO UPDATE SET raw = $4, block_number = $5, at = $6`,
      [network, walletId, place, String(raw), block.number, at],
    );
  const result = { added, surplus: still.filter((each) => !each.stops && each.blockNumber < block.number) };
  if (!isWhole) return result;
  await tx.query(
    `INSERT INTO reconciliation (network_id, block_number, block_hash, at, looked, differences) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (network_id) DO UPDATE SET block_number = $2, block_hash = $3, at = $4, looked = $5, differences = $6`,
    [network, block.number, block.hash, at, looked.length, [...still, ...added].filter(({ stops }) => stops).length],
  );
  return result;
};

/** Another chain has taken the place of one: what comes to our own wallets is read from a block on. */
export const restartHouse = async (tx: Tx, network: NetworkId, block: number): Promise<void> => {
  await tx.query('UPDATE house_cursor SET block_number = $2 WHERE network_id = $1', [network, block]);
};
