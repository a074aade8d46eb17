import type { DepositStatus } from '@minerx/rules/deposit';
import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import { columns, list } from '../../ledger/statement.ts';
import { defineLedgerTable } from '../../ledger/table.ts';

interface LedgerDeposit {
  readonly id: string;
  readonly memberId: bigint;
  readonly walletId: WalletId;
  readonly network: NetworkId;
  readonly units: bigint;
  readonly status: DepositStatus;
  /** The transfer that credited it. */
  readonly transferId: string | null;
}

type DepositRow = [string, bigint, WalletId, NetworkId, bigint, DepositStatus, string | null];

/** Found by the scanner, which writes them in transactions of its own; what is credited is credited here, once. */
export const deposits = defineLedgerTable<LedgerDeposit, 'status' | 'transferId'>({
  name: 'deposits',
  money: {
    kinds: {
      deposit: { ways: ['DEPOSIT member'], whenFrozen: 'goes on', mail: { topic: 'deposit_mail' } },
    },
  },
  load: async (db, { ids }) => {
    const rows = await db.lock<DepositRow>(
      'ledger_deposit',
      `SELECT id, member_id, wallet_id, network_id, units, status, transfer_id
         FROM deposit WHERE id = ANY($1::uuid[]) ORDER BY id`,
      [list(ids)],
    );
    return rows.map(([id, memberId, walletId, network, units, status, transferId]) => {
      return { id, memberId, walletId, network, units, status, transferId };
    });
  },
  allows: (before, after) => before.status === DEPOSIT_STATUS.KEPT && after.status === DEPOSIT_STATUS.CREDITED,
  update: (db, rows) =>
    db.send(
      'ledger_deposit_after',
      `UPDATE deposit SET status = c.status, transfer_id = c.transfer_id, credited_at = $4::timestamptz
         FROM unnest($1::uuid[], $2::smallint[], $3::uuid[]) AS c(id, status, transfer_id) WHERE deposit.id = c.id`,
      [...columns(rows, 'id', 'status', 'transferId'), db.now.toISOString()],
    ),
});
