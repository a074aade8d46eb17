import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import { IS_ASKED } from './payout-asked.sql.ts';
import type { Equation } from '../../ledger/equation.ts';

const { SENT, CONFIRMED } = WITHDRAWAL_STATUS;
const { WAITING, NUMBERED, SENT: TOLD, CONFIRMED: ARRIVED, ERRORED } = PAYOUT_STATUS;

/** What must hold between what leaves and who asked for it. */
export const PAYOUT_EQUATIONS: readonly Equation[] = [
  {
    name: 'asked-payouts',
    sentence:
      'Every payout is what its approved request asks for: receiver, amount or item, network and contract, and both stand at the same point.',
    rows: `SELECT p.id FROM payout p WHERE ${IS_ASKED} IS NOT TRUE`,
  },
  {
    name: 'sent-withdrawals',
    sentence:
      'Every withdrawal that left has its hash from the audit log: by the worker, with a payout that signed it, or by an operator, without one.',
    rows: `SELECT w.id FROM withdrawal w
            LEFT JOIN LATERAL (SELECT a.actor, a.detail->>'hash' AS hash FROM audit a WHERE a.subject = 'withdrawal:' || w.id
                                  AND a.action IN ('withdrawal.sent', 'withdrawal.confirmed') ORDER BY a.id DESC LIMIT 1) AS said ON true
            LEFT JOIN payout p ON p.id = w.id AND p.status <> ${WAITING}
           WHERE w.status IN (${SENT}, ${CONFIRMED}) AND (said.hash IS DISTINCT FROM w.tx_hash OR (said.actor = 'job:payout') <> (p.id IS NOT NULL))`,
  },
  {
    name: 'payout-hashes',
    sentence:
      'The transaction of a payout that was told or is final is one that was signed for it, or that the worker proved to do the same; only what has a number was signed.',
    rows: `SELECT p.id FROM payout p WHERE p.status IN (${TOLD}, ${ARRIVED})
             AND NOT EXISTS (SELECT FROM payout_attempt a WHERE a.payout_id = p.id AND a.hash = p.tx_hash)
             AND NOT EXISTS (SELECT FROM audit a WHERE a.action = 'payout.proved' AND a.subject = 'payout:' || p.id AND a.detail->>'hash' = p.tx_hash)
          UNION ALL SELECT p.id FROM payout p WHERE p.nonce IS NULL AND EXISTS (SELECT FROM payout_attempt a WHERE a.payout_id = p.id)`,
  },
  {
    name: 'open-payouts',
    guard: 'only',
    sentence: 'Every payout that has not ended is what its approved request asks for.',
    rows: `SELECT p.id FROM payout p WHERE p.status IN (${WAITING}, ${NUMBERED}, ${TOLD}, ${ERRORED}) AND ${IS_ASKED} IS NOT TRUE`,
  },
];
