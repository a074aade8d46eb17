import type { DepositStatus } from '@minerx/rules/deposit';
import type { NetworkId } from '@minerx/rules/network';
import { pageOffset } from '@minerx/rules/paging';
import type { WalletId } from '@minerx/rules/wallet';
import type { Pool } from 'pg';

export interface DepositRow {
  readonly id: string;
  readonly walletId: WalletId;
  readonly network: NetworkId;
  readonly units: bigint;
  readonly address: string;
  readonly txHash: string;
  readonly blockNumber: string;
  readonly status: DepositStatus;
  readonly seenAt: Date;
  readonly creditedAt: Date | null;
  readonly confirmations: number;
  readonly minimumUnits: bigint;
  /** The newest block of the chain that we have seen; null while nobody follows it. */
  readonly head: string | null;
  /** Where operators say that its transaction can be looked up. */
  readonly explorer: string | null;
}

const DEPOSIT = `
  SELECT d.id, d.wallet_id AS "walletId", d.network_id AS network, d.units, d.address, d.tx_hash AS "txHash",
         d.block_number::text AS "blockNumber", d.status, d.seen_at AS "seenAt", d.credited_at AS "creditedAt",
         n.confirmations, a.min_deposit_units AS "minimumUnits", c.head_number::text AS head, n.explorer
    FROM deposit d JOIN network n ON n.id = d.network_id
    JOIN asset_network a ON (a.wallet_id, a.network_id) = (d.wallet_id, d.network_id)
    LEFT JOIN chain_cursor c ON c.network_id = d.network_id`;

/** One page of a member's deposits, newest first, and how many there are. */
export const listDeposits = async (
  pool: Pool,
  memberId: bigint,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: DepositRow[]; total: number }> => {
  const [{ rows }, count] = await Promise.all([
    pool.query<DepositRow>({
      name: 'deposits_of_member',
      text: `${DEPOSIT} WHERE d.member_id = $1 ORDER BY d.id DESC LIMIT $2 OFFSET $3`,
      values: [memberId, pageSize, pageOffset(page, pageSize)],
    }),
    pool.query<{ total: number }>({
      name: 'deposits_of_member_count',
      text: 'SELECT count(*)::integer AS total FROM deposit WHERE member_id = $1',
      values: [memberId],
    }),
  ]);
  return { rows, total: count.rows[0]!.total };
};

/** A member's own of one transaction. */
export const listDepositsOf = async (
  pool: Pool,
  memberId: bigint,
  network: NetworkId,
  txHash: string,
): Promise<DepositRow[]> => {
  const { rows } = await pool.query<DepositRow>({
    name: 'deposits_of_hash',
    text: `${DEPOSIT} WHERE d.member_id = $1 AND d.network_id = $2 AND d.tx_hash = $3 ORDER BY d.id`,
    values: [memberId, network, txHash],
  });
  return rows;
};
