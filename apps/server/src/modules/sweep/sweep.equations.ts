import { NETWORKS } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { NETWORK_PLACES, networkOwner } from '@minerx/rules/network-place';
import type { Equation } from '../../ledger/equation.ts';

const { DEPOSIT, HOT, COLD } = NETWORK_PLACES;
const places = NETWORKS.flatMap(({ id }) => [
  `(${id}, ${HOT}, ${networkOwner(id, 'HOT')}, ${networkOwner(id, 'DEPOSIT')})`,
  `(${id}, ${COLD}, ${networkOwner(id, 'COLD')}, ${networkOwner(id, 'DEPOSIT')})`,
]).join(', ');

/** What must hold between what was moved off deposit addresses and the books. */
export const SWEEP_EQUATIONS: readonly Equation[] = [
  {
    name: 'sweeps',
    sentence:
      'Every sweep that is final, by a payout or by an operator’s hand, moved its amount from the deposit addresses of its network to the wallet it came to, once; and no other transfer is one.',
    rows: `SELECT coalesce(t.id, r.id) AS id FROM (SELECT id, reason, count(*) OVER (PARTITION BY reason) AS times FROM transfer WHERE kind = 'sweep') t
            FULL JOIN (SELECT p.id, p.network_id, ${HOT} AS place, s.wallet_id, s.units FROM payout p LEFT JOIN sweep s ON s.payout_id = p.id
                        WHERE p.kind = 'sweep' AND p.status = ${PAYOUT_STATUS.CONFIRMED}
                       UNION ALL SELECT id, network_id, place, wallet_id, units FROM house_receipt
                        WHERE source = ${DEPOSIT} AND transfer_id IS NOT NULL) r ON r.id::text = t.reason
            LEFT JOIN LATERAL (SELECT count(*) AS postings, min(p.amount) AS units, min(p.source) AS source, min(p.destination) AS destination
                                 FROM posting p WHERE p.transfer_id = t.id) p ON true
            LEFT JOIN (VALUES ${places}) AS lies (network_id, place, owner, deposits) ON (lies.network_id, lies.place) = (r.network_id, r.place)
           WHERE t.id IS NULL OR r.id IS NULL OR t.times <> 1 OR p.postings <> 1 OR p.units IS DISTINCT FROM r.units
              OR p.source <> account_of(lies.owner, r.wallet_id) OR p.destination <> account_of(lies.deposits, r.wallet_id)
          UNION ALL SELECT payout_id FROM sweep s WHERE NOT EXISTS (SELECT FROM payout p WHERE p.id = s.payout_id AND p.kind = 'sweep')`,
  },
];
