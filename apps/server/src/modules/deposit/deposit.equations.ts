import { NETWORKS } from '@minerx/rules/network';
import { networkOwner } from '@minerx/rules/network-place';
import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import type { Equation } from '../../ledger/equation.ts';
import { depositFamilyOf } from './deposit-key.ts';

const FAMILIES = NETWORKS.filter(({ id }) => depositFamilyOf(id) !== null)
  .map(({ id, family }) => `(${id}, '${family}')`)
  .join(', ');

const OWNERS = NETWORKS.map(({ id }) => `WHEN ${id} THEN ${networkOwner(id, 'DEPOSIT')}`).join(' ');

/** The owner of the deposit addresses of a network, in SQL; of one that is none, nobody. */
const depositsOf = (network: string): string => `(CASE ${network} ${OWNERS} ELSE 0 END)`;

/** What must hold between what came in from chains and what was credited for it. */
export const DEPOSIT_EQUATIONS: readonly Equation[] = [
  {
    name: 'deposits',
    sentence:
      'Every credited deposit has its transfer, which moved exactly what its deposits came to, from their network to their member; and no other transfer is one of deposits.',
    rows: `SELECT coalesce(d.transfer_id, t.id) AS id
            FROM (SELECT transfer_id, sum(units) AS units, min(member_id) AS member, max(member_id) AS member2, min(network_id) AS network, max(network_id) AS network2,
                         min(wallet_id) AS wallet, max(wallet_id) AS wallet2
                    FROM deposit WHERE status = ${DEPOSIT_STATUS.CREDITED} GROUP BY 1) d
            FULL JOIN (SELECT t.id, t.member_id, count(*) AS postings, min(p.amount) AS units, min(p.source) AS source, min(p.destination) AS destination
                         FROM transfer t JOIN posting p ON p.transfer_id = t.id WHERE t.kind = 'deposit' GROUP BY 1, 2) t ON t.id = d.transfer_id
           WHERE d.transfer_id IS NULL OR t.id IS NULL OR t.postings <> 1 OR t.units <> d.units OR d.member <> d.member2 OR d.network <> d.network2 OR d.wallet <> d.wallet2
              OR t.member_id <> d.member OR t.destination <> account_of(d.member, d.wallet) OR t.source <> account_of(${depositsOf('d.network')}, d.wallet)
          UNION ALL SELECT d.id FROM deposit d LEFT JOIN deposit_address a ON a.network_id = d.network_id AND a.address = d.address
                   WHERE a.member_id IS DISTINCT FROM d.member_id`,
  },
  {
    name: 'deposit-addresses',
    sentence:
      'Every deposit address is made of the key that its member has in that family of networks, and is the same on all of them.',
    rows: `SELECT a.id FROM deposit_address a JOIN (VALUES ${FAMILIES}) AS n (network_id, family) ON n.network_id = a.network_id
           WHERE NOT EXISTS (SELECT FROM deposit_key k WHERE k.member_id = a.member_id AND k.family = n.family AND k.child = a.child)
          UNION ALL SELECT a.id FROM deposit_address a JOIN (VALUES ${FAMILIES}) AS n (network_id, family) ON n.network_id = a.network_id
                    JOIN (VALUES ${FAMILIES}) AS other (network_id, family) ON other.family = n.family
           WHERE NOT EXISTS (SELECT FROM deposit_address o WHERE o.network_id = other.network_id AND o.member_id = a.member_id AND o.address = a.address)`,
  },
];
