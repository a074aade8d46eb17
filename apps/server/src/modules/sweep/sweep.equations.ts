import { NETWORKS } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { networkOwner } from '../../ledger/account.ts';
import type { Equation } from '../../ledger/equation.ts';

const places = NETWORKS.map(({ id }) => `(${id}, ${networkOwner(id, 'HOT')}, ${networkOwner(id, 'DEPOSIT')})`).join(
  ', ',
);

/** What must hold between what was moved to the hot wallet and the books. */
export const SWEEP_EQUATIONS: readonly Equation[] = [
  {
    name: 'sweeps',
    sentence:
      'Every sweep that is final moved its amount from the deposit addresses of its network to the hot wallet, once; and no other transfer is one.',
    rows: `SELECT coalesce(t.id, r.id) AS id FROM (SELECT id, reason FROM transfer WHERE kind = 'sweep') t
            FULL JOIN (SELECT p.id, p.network_id, s.wallet_id, s.units FROM payout p LEFT JOIN sweep s ON s.payout_id = p.id
                        WHERE p.kind = 'sweep' AND p.status = ${PAYOUT_STATUS.CONFIRMED}) r ON r.id::text = t.reason
            LEFT JOIN LATERAL (SELECT count(*) AS postings, min(p.amount) AS units, min(p.source) AS source, min(p.destination) AS destination
                                 FROM posting p WHERE p.transfer_id = t.id) p ON true
            LEFT JOIN (VALUES ${places}) AS lies (network_id, hot, deposits) ON lies.network_id = r.network_id
           WHERE t.id IS NULL OR r.id IS NULL OR p.postings <> 1 OR p.units IS DISTINCT FROM r.units
              OR p.source <> account_of(lies.hot, r.wallet_id) OR p.destination <> account_of(lies.deposits, r.wallet_id)
          UNION ALL SELECT payout_id FROM sweep s WHERE NOT EXISTS (SELECT FROM payout p WHERE p.id = s.payout_id AND p.kind = 'sweep')`,
  },
];
