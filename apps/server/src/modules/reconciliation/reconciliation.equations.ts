import { NETWORKS } from '@minerx/rules/network';
import { NETWORK_PLACES, networkOwner } from '@minerx/rules/network-place';
import { CAPITAL_HOUSE } from './house-receipt.ledger.ts';
import type { Equation } from '../../ledger/equation.ts';

const places = NETWORKS.flatMap(({ id }) => [
  `(${id}, ${NETWORK_PLACES.HOT}, ${networkOwner(id, 'HOT')})`,
  `(${id}, ${NETWORK_PLACES.COLD}, ${networkOwner(id, 'COLD')})`,
]).join(', ');

/** What must hold between what lies on chains, the books, and what operators have explained. */
export const RECONCILIATION_EQUATIONS: readonly Equation[] = [
  {
    name: 'funding',
    sentence:
      'Everything that came to our own wallets from elsewhere is booked once, with its amount, from where it came to where it lies.',
    rows: `SELECT coalesce(t.id, r.id) AS id FROM (SELECT id, reason FROM transfer WHERE kind = 'funding') t
            FULL JOIN (SELECT * FROM house_receipt WHERE transfer_id IS NOT NULL AND source IS DISTINCT FROM ${NETWORK_PLACES.DEPOSIT}) r ON r.transfer_id = t.id
            LEFT JOIN LATERAL (SELECT count(*) AS postings, min(p.amount) AS units, min(p.source) AS source, min(p.destination) AS destination
                                 FROM posting p WHERE p.transfer_id = t.id) p ON true
            LEFT JOIN (VALUES ${places}) AS lies (network_id, place, owner) ON (lies.network_id, lies.place) = (r.network_id, r.place)
            LEFT JOIN (VALUES ${places}) AS came (network_id, place, owner) ON (came.network_id, came.place) = (r.network_id, r.source)
           WHERE t.id IS NULL OR r.id IS NULL OR p.postings <> 1 OR p.units <> r.units OR p.source <> account_of(lies.owner, r.wallet_id)
              OR p.destination <> account_of(coalesce(came.owner, ${CAPITAL_HOUSE.CAPITAL}), r.wallet_id)`,
  },
  {
    name: 'reconciliation',
    guard: 'also',
    sentence:
      'Nothing that the books say is missing on the chains, and our own wallets have no more; what is less or more was explained, with a line of the audit log that says how much.',
    rows: `SELECT 'difference ' || id AS id FROM chain_difference WHERE ended_at IS NULL AND acknowledged_at IS NULL AND stops
          UNION ALL
          SELECT coalesce('difference ' || d.id, 'audit ' || a.id) FROM (SELECT * FROM chain_difference WHERE acknowledged_at IS NOT NULL) d
            FULL JOIN (SELECT * FROM audit WHERE action = 'difference.acknowledge') a
              ON a.subject = 'difference:' || d.id AND a.actor = d.acknowledged_by AND a.detail->>'raw' = d.raw::text
             AND a.detail->>'address' = d.address AND (a.detail->>'network')::integer = d.network_id
             AND (a.detail->>'wallet')::integer IS NOT DISTINCT FROM d.wallet_id AND coalesce(a.detail->>'item', '') = d.item AND (a.detail->>'place')::integer = d.place
           WHERE d.id IS NULL OR a.id IS NULL`,
  },
];
