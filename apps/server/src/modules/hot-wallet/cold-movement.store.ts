import type { NetworkId } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db, Tx } from '../../db/transaction.ts';
import { NETWORK_PLACES } from '@minerx/rules/network-place';

/** What is too much in the hot wallet, on its way to a cold one. */
export interface ColdMovement {
  readonly id: string;
  readonly networkId: NetworkId;
  readonly walletId: WalletId;
  readonly units: bigint;
  readonly proposedAt: Date;
  /** Of the cold wallet, the twenty bytes; null: nobody has agreed yet. */
  readonly address: string | null;
  readonly approvedBy: string | null;
  readonly approvedAt: Date | null;
  readonly txHash: string | null;
  readonly outcome: 'moved' | 'dropped' | null;
  readonly endedAt: Date | null;
  /** Of its payout; null: none, it goes by hand or is not agreed to. */
  readonly payoutStatus: number | null;
}

export const MOVEMENT = `
  SELECT m.id, m.network_id AS "networkId", m.wallet_id AS "walletId", m.units, m.proposed_at AS "proposedAt", m.address,
         m.approved_by AS "approvedBy", m.approved_at AS "approvedAt", m.tx_hash AS "txHash", m.outcome, m.ended_at AS "endedAt",
         (SELECT p.status FROM payout p WHERE p.id = m.id) AS "payoutStatus"
    FROM cold_movement m`;

/** Kept still until the transaction ends. */
export const lockColdMovement = async (tx: Tx, id: string): Promise<ColdMovement | null> => {
  const { rows } = await tx.query<ColdMovement>(`${MOVEMENT} WHERE m.id = $1 FOR UPDATE OF m`, [id]);
  return rows[0] ?? null;
};

/** False: one of this coin and network has not ended yet. */
export const insertColdMovement = async (
  tx: Tx,
  { id, networkId, walletId, units }: Pick<ColdMovement, 'id' | 'networkId' | 'walletId' | 'units'>,
  at: Date,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO cold_movement (id, network_id, wallet_id, units, proposed_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (network_id, wallet_id) WHERE ended_at IS NULL DO NOTHING`,
    [id, networkId, walletId, units, at],
  );
  return rowCount === 1;
};

/** False: no such cold wallet is named. */
export const noteApproved = async (
  tx: Tx,
  { id, networkId }: ColdMovement,
  { address, actor, at }: { address: string; actor: string; at: Date },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `UPDATE cold_movement SET address = $2, approved_by = $3, approved_at = $4
      WHERE id = $1 AND EXISTS (SELECT FROM cold_wallet w WHERE w.network_id = $5 AND w.address = $2)`,
    [id, address, actor, at, networkId],
  );
  return rowCount === 1;
};

export const noteHash = async (tx: Tx, id: string, txHash: string): Promise<void> => {
  await tx.query('UPDATE cold_movement SET tx_hash = $2 WHERE id = $1', [id, txHash]);
};

export const noteDropped = async (db: Db, ids: readonly string[], at: Date): Promise<void> => {
  await db.query(
    `UPDATE cold_movement SET outcome = 'dropped', ended_at = $2 WHERE id = ANY($1::uuid[]) AND ended_at IS NULL`,
    [ids, at],
  );
};

/**
 * Carries on what has left: the hash of its payout, and its end, when what came to the cold wallet by that hash was read from the chain
 * and is booked; or when it never left.
 */
export const followColdMovements = async (tx: Tx, at: Date): Promise<void> => {
  await tx.query(
    `UPDATE cold_movement m SET tx_hash = p.tx_hash FROM payout p
      WHERE p.id = m.id AND p.status = ${PAYOUT_STATUS.CONFIRMED} AND m.ended_at IS NULL AND m.tx_hash IS DISTINCT FROM p.tx_hash`,
  );
  await tx.query(
    `UPDATE cold_movement m SET outcome = 'dropped', ended_at = $1 FROM payout p
      WHERE p.id = m.id AND p.status = ${PAYOUT_STATUS.FAILED} AND m.ended_at IS NULL`,
    [at],
  );
  await tx.query(
    `UPDATE cold_movement m SET outcome = 'moved', ended_at = $1 FROM house_receipt r
      WHERE m.ended_at IS NULL AND (r.network_id, r.wallet_id, r.tx_hash) = (m.network_id, m.wallet_id, m.tx_hash)
        AND r.place = ${NETWORK_PLACES.COLD} AND r.source = ${NETWORK_PLACES.HOT} AND r.transfer_id IS NOT NULL`,
    [at],
  );
};
