import { unitsOfToken } from '@minerx/rules/deposit';
import { NETWORK_PLACES } from '@minerx/rules/network-place';
import type { Db } from '../../db/transaction.ts';
import type { SheetRow } from './balance-sheet.ts';

/** A line with what its chain said when the books were last held against it. */
interface ComparedRow extends SheetRow {
  readonly at: Date;
  readonly comparedAt: Date | null;
  /** What lies there by the chain; null: nobody has looked, or each address was looked at by itself. */
  readonly chainUnits: bigint | null;
  /** Balances that are not what the books say, and that nobody has explained. */
  readonly differences: number;
}

type Row = Omit<ComparedRow, 'chainUnits'> & { raw: string | null; decimals: number | null };

const PLACE = `CASE b.line WHEN 'deposit' THEN ${NETWORK_PLACES.DEPOSIT} WHEN 'hot' THEN ${NETWORK_PLACES.HOT} WHEN 'cold' THEN ${NETWORK_PLACES.COLD} END`;

/** The balance sheet as it was added up last, each line beside the last comparison with its chain. */
export const listBalanceSheet = async (db: Db): Promise<ComparedRow[]> => {
  const { rows } = await db.query<Row>({
    name: 'balance_sheet',
    text: `SELECT b.wallet_id::integer AS "walletId", b.line, b.network_id AS "networkId", b.units, b.at, h.raw::text AS raw, n.decimals::integer AS decimals,
                  coalesce(h.at, r.at) AS "comparedAt",
                  (SELECT count(*)::integer FROM chain_difference d WHERE d.network_id = b.network_id AND d.wallet_id = b.wallet_id AND d.place = ${PLACE}
                      AND d.ended_at IS NULL AND d.acknowledged_at IS NULL) AS differences
             FROM balance_sheet b
             LEFT JOIN house_balance h ON (h.network_id, h.wallet_id, h.place) = (b.network_id, b.wallet_id, ${PLACE})
             LEFT JOIN asset_network n ON (n.network_id, n.wallet_id) = (b.network_id, b.wallet_id)
             LEFT JOIN reconciliation r ON r.network_id = b.network_id
            ORDER BY b.wallet_id, b.line, b.network_id`,
  });
  return rows.map(({ raw, decimals, ...row }) => ({
    ...row,
    chainUnits: raw === null || decimals === null ? null : unitsOfToken(BigInt(raw), decimals),
  }));
};
