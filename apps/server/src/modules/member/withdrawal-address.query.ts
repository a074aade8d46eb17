import type { Pool } from 'pg';

export interface WithdrawalAddressRow {
  walletId: number;
  network: string;
  address: string;
  usableAt: Date;
}

/** The addresses that count for a member: the newest of each coin and network. */
export const listWithdrawalAddresses = async (pool: Pool, memberId: bigint): Promise<WithdrawalAddressRow[]> => {
  const { rows } = await pool.query<WithdrawalAddressRow>({
    name: 'withdrawal_addresses',
    text: `SELECT DISTINCT ON (wallet_id, network) wallet_id AS "walletId", network, address, usable_at AS "usableAt"
             FROM withdrawal_address WHERE member_id = $1 ORDER BY wallet_id, network, id DESC`,
    values: [memberId],
  });
  return rows;
};
