import { PAYOUT_STATUS } from '@minerx/rules/payout';
import type { WalletId } from '@minerx/rules/wallet';
import type { Tx } from '../../db/transaction.ts';

/** What a payout moves from a deposit address to the hot wallet, in our units. */
export interface Sweep {
  readonly walletId: WalletId;
  readonly units: bigint;
}

export const insertSweep = async (tx: Tx, payoutId: string, { walletId, units }: Sweep): Promise<void> => {
  await tx.query('INSERT INTO sweep (payout_id, wallet_id, units) VALUES ($1, $2, $3)', [payoutId, walletId, units]);
};

/** Whether something is under way from an address or to it. Two planners at once would move the same twice, so one at a time asks. */
export const isBusy = async (tx: Tx, network: number, address: string, index: number): Promise<boolean> => {
  await tx.query('SELECT FROM network WHERE id = $1 FOR NO KEY UPDATE', [network]);
  const { rows } = await tx.query<{ busy: boolean }>(
    `SELECT EXISTS (SELECT FROM payout p WHERE p.network_id = $1 AND p.status NOT IN (${PAYOUT_STATUS.CONFIRMED}, ${PAYOUT_STATUS.FAILED})
        AND ((p.kind = 'sweep' AND p.sender = $2) OR (p.kind = 'top_up' AND p.intent->>'index' = $3::text))) AS busy`,
    [network, address, index],
  );
  return rows[0]!.busy;
};
