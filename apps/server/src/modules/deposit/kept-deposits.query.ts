import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import type { Pool } from 'pg';

/** Final deposits of one member, wallet and network that wait to be credited together. */
export interface KeptDeposits {
  readonly memberId: bigint;
  readonly walletId: WalletId;
  readonly network: NetworkId;
  readonly ids: readonly string[];
  /** What must have come before anything is credited. */
  readonly minimumUnits: bigint;
}

/** So many in one command, the largest first: dust beyond them could not make up a minimum. */
const AT_ONCE = 5000;

/** What is final and has reached its minimum, by member, wallet and network, those that have waited longest first. */
export const listCreditable = async (pool: Pool): Promise<KeptDeposits[]> => {
  const { rows } = await pool.query<KeptDeposits>({
    name: 'creditable_deposits',
    text: `SELECT d.member_id AS "memberId", d.wallet_id AS "walletId", d.network_id AS network,
                  (array_agg(d.id::text ORDER BY d.units DESC))[1:${AT_ONCE}] AS ids, a.min_deposit_units AS "minimumUnits"
             FROM deposit d JOIN asset_network a ON (a.wallet_id, a.network_id) = (d.wallet_id, d.network_id)
            WHERE d.status = ${DEPOSIT_STATUS.KEPT}
            GROUP BY 1, 2, 3, a.min_deposit_units HAVING sum(d.units) >= a.min_deposit_units
            ORDER BY min(d.seen_at) LIMIT 1000`,
  });
  return rows;
};
