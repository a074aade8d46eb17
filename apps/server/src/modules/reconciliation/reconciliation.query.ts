import type { NetworkId } from '@minerx/rules/network';
import type { Db } from '../../db/transaction.ts';
import type { ChainDifference } from './reconciliation.ts';
import { DIFFERENCE_COLUMNS, differenceOf, OPEN, type DifferenceRow } from './reconciliation.store.ts';

/** What came to our own wallets and is not booked, the oldest first. */
export const listUnbookedReceipts = async (db: Db): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM house_receipt WHERE transfer_id IS NULL AND units > 0 ORDER BY seen_at, id LIMIT 200',
  );
  return rows.map(({ id }) => id);
};

/** Open ones, by default; with `all` the newest of all, 100 at most. */
export const listDifferences = async (db: Db, all = false): Promise<ChainDifference[]> => {
  const { rows } = await db.query<DifferenceRow>(
    `SELECT ${DIFFERENCE_COLUMNS} FROM chain_difference WHERE $1 OR (${OPEN}) ORDER BY id DESC LIMIT 100`,
    [all],
  );
  return rows.map(differenceOf);
};

/** The newest comparison of each network. */
interface ReconciliationRow {
  readonly networkId: NetworkId;
  readonly blockNumber: number;
  readonly at: Date;
  readonly looked: number;
  readonly differences: number;
}

export const listReconciliations = async (db: Db): Promise<ReconciliationRow[]> => {
  const { rows } = await db.query<Omit<ReconciliationRow, 'blockNumber'> & { blockNumber: string }>(
    `SELECT network_id AS "networkId", block_number::text AS "blockNumber", at, looked, differences FROM reconciliation ORDER BY network_id`,
  );
  return rows.map((row) => ({ ...row, blockNumber: Number(row.blockNumber) }));
};
