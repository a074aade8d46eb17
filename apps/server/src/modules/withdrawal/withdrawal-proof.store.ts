import type { NetworkId } from '@minerx/rules/network';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import type { Db } from '../../db/transaction.ts';

/** A withdrawal that an operator sends by hand, with what its transaction must have moved. */
export interface HandPayment {
  id: string;
  networkId: NetworkId;
  amountUnits: bigint;
  address: string;
  contract: string;
  decimals: number;
  confirmations: number;
  decidedAt: Date;
}

export interface SentByHand extends HandPayment {
  txHash: string;
  sentAt: Date;
  /** Where the chain was last seen to have it. */
  blockNumber: number | null;
}

const PAYMENT = `
  w.id, w.network_id AS "networkId", w.amount_units AS "amountUnits", w.address, a.contract, a.decimals::integer AS decimals, n.confirmations,
  w.decided_at AS "decidedAt"`;
const JOINED = `
  FROM withdrawal w JOIN asset_network a ON a.wallet_id = w.wallet_id AND a.network_id = w.network_id JOIN network n ON n.id = w.network_id`;

/** On its way on a network, those first that were sent first. */
export const listSentByHand = async (db: Db, networkId: NetworkId): Promise<SentByHand[]> => {
  const { rows } = await db.query<SentByHand>(
    `SELECT ${PAYMENT}, w.tx_hash AS "txHash", w.sent_at AS "sentAt", w.block_number::float8 AS "blockNumber" ${JOINED}
      WHERE w.status = ${WITHDRAWAL_STATUS.SENT} AND w.network_id = $1 AND a.contract IS NOT NULL AND w.decided_at IS NOT NULL
        AND w.tx_hash IS NOT NULL AND w.sent_at IS NOT NULL ORDER BY w.sent_at, w.id LIMIT 200`,
    [networkId],
  );
  return rows;
};

/** What the transaction of a decided withdrawal must move; null where it is not decided, or the coin's contract is not known. */
export const findHandPayment = async (db: Db, id: string): Promise<HandPayment | null> => {
  const { rows } = await db.query<HandPayment>(
    `SELECT ${PAYMENT} ${JOINED} WHERE w.id = $1 AND w.decided_at IS NOT NULL AND a.contract IS NOT NULL`,
    [id],
  );
  return rows[0] ?? null;
};

/** Where the chain has the transaction now; null: in no block any more. Nothing where another one was recorded meanwhile. */
export const noteWithdrawalBlock = async (
  db: Db,
  { id, txHash }: Pick<SentByHand, 'id' | 'txHash'>,
  blockNumber: number | null,
): Promise<void> => {
  await db.query('UPDATE withdrawal SET block_number = $3 WHERE id = $1 AND tx_hash = $2', [id, txHash, blockNumber]);
};
