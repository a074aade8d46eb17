import type { NetworkId } from '@minerx/rules/network';
import type { Tx } from '../../../db/transaction.ts';

/** What an address is for: one counts for each. */
interface WithdrawalAddressPlace {
  memberId: bigint;
  walletId: number;
  network: NetworkId;
}

interface NewWithdrawalAddress extends WithdrawalAddressPlace {
  address: string;
  savedAt: Date;
  usableAt: Date;
}

/** Adds the address; those before it stay as its history. */
export const insertWithdrawalAddress = async (tx: Tx, row: NewWithdrawalAddress): Promise<void> => {
  await tx.query(
    `INSERT INTO withdrawal_address (member_id, wallet_id, network_id, address, saved_at, usable_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [row.memberId, row.walletId, row.network, row.address, row.savedAt, row.usableAt],
  );
};

/** The address that counts now, or null before the first. */
export const findWithdrawalAddress = async (
  tx: Tx,
  { memberId, walletId, network }: WithdrawalAddressPlace,
): Promise<string | null> => {
  const { rows } = await tx.query<{ address: string }>(
    `SELECT address FROM withdrawal_address WHERE member_id = $1 AND wallet_id = $2 AND network_id = $3 ORDER BY id DESC LIMIT 1`,
    [memberId, walletId, network],
  );
  return rows[0]?.address ?? null;
};
