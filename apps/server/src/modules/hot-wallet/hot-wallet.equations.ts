import type { Equation } from '../../ledger/equation.ts';
import { NETWORK_PLACES } from '@minerx/rules/network-place';

/** What must hold of what is moved to cold wallets. */
export const HOT_WALLET_EQUATIONS: readonly Equation[] = [
  {
    name: 'cold-movements',
    sentence:
      'Every movement to a cold wallet was agreed to by an operator whose line of the audit log names the wallet and the amount, and has ended as moved only with what came there, booked.',
    rows: `SELECT m.id FROM cold_movement m
            WHERE (m.approved_at IS NOT NULL AND NOT EXISTS (
                    SELECT FROM audit a WHERE a.action = 'cold.approve' AND a.subject = 'cold-movement:' || m.id AND a.actor = m.approved_by
                       AND a.detail->>'address' = m.address AND (a.detail->>'amount')::numeric * 100000000 = m.units))
               OR (m.outcome = 'moved' AND NOT EXISTS (
                    SELECT FROM house_receipt r WHERE (r.network_id, r.wallet_id, r.tx_hash) = (m.network_id, m.wallet_id, m.tx_hash)
                       AND r.place = ${NETWORK_PLACES.COLD} AND r.source = ${NETWORK_PLACES.HOT} AND r.transfer_id IS NOT NULL))`,
  },
];
