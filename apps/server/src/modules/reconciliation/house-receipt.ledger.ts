import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import { TOLD } from '../../ledger/money.ts';
import { columns, list } from '../../ledger/statement.ts';
import { defineLedgerTable } from '../../ledger/table.ts';
import type { HouseReceipt } from './reconciliation.ts';

/** The house's accounts of this noun. */
export const CAPITAL_HOUSE = {
  /** What operators have put into our wallets on chains, less what the house put into its own liquidity. */
  CAPITAL: 10n,
} as const;

export interface LedgerReceipt extends Pick<HouseReceipt, 'walletId' | 'place' | 'source' | 'units'> {
  readonly id: string;
  readonly networkId: NetworkId;
  /** By which it was booked. */
  readonly transferId: string | null;
}

type Row = [string, NetworkId, WalletId, HouseReceipt['place'], HouseReceipt['source'], bigint, string | null];

/** What came to our own wallets: found by the reconciliation, booked here, once. */
export const houseReceipts = defineLedgerTable<LedgerReceipt, 'transferId'>({
  name: 'houseReceipts',
  money: {
    house: CAPITAL_HOUSE,
    kinds: {
      funding: {
        ways: ['HOT CAPITAL', 'COLD CAPITAL', 'HOT COLD', 'COLD HOT'],
        whenFrozen: 'goes on',
        mail: TOLD.ofTheHouse,
      },
    },
  },
  load: async (db, { ids }) => {
    const rows = await db.lock<Row>(
      'ledger_house_receipt',
      'SELECT id, network_id, wallet_id, place, source, units, transfer_id FROM house_receipt WHERE id = ANY($1::uuid[]) ORDER BY id',
      [list(ids)],
    );
    return rows.map(([id, networkId, walletId, place, source, units, transferId]) => {
      return { id, networkId, walletId, place, source, units, transferId };
    });
  },
  allows: (before) => before.transferId === null,
  update: (db, rows) =>
    db.send(
      'ledger_house_receipt_after',
      'UPDATE house_receipt SET transfer_id = c.transfer_id FROM unnest($1::uuid[], $2::uuid[]) AS c(id, transfer_id) WHERE house_receipt.id = c.id',
      columns(rows, 'id', 'transferId'),
    ),
});
