import { usableAfterReset } from '@minerx/rules/factor-hold';
import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db } from '../../../db/transaction.ts';
import { resetAtSql } from '../outgoing.ledger.ts';

export interface WithdrawalAddressRow {
  walletId: WalletId;
  network: NetworkId;
  address: string;
  savedAt: Date;
  /** After a reset of password and PIN it waits anew. */
  usableAt: Date;
}

/** The addresses that count for a member: the newest of each coin and network. */
export const listWithdrawalAddresses = async (db: Db, memberId: bigint): Promise<WithdrawalAddressRow[]> => {
  const { rows } = await db.query<WithdrawalAddressRow & { resetAt: Date | null }>({
    name: 'withdrawal_addresses',
    text: `SELECT DISTINCT ON (wallet_id, network_id) wallet_id AS "walletId", network_id AS network, address, saved_at AS "savedAt", usable_at AS "usableAt",
                  ${resetAtSql('$1')} AS "resetAt"
             FROM withdrawal_address WHERE member_id = $1 ORDER BY wallet_id, network_id, id DESC`,
    values: [memberId],
  });
  return rows.map(({ resetAt, ...row }) => ({
    ...row,
    usableAt: new Date(usableAfterReset(row.savedAt.getTime(), row.usableAt.getTime(), resetAt?.getTime() ?? null)),
  }));
};
