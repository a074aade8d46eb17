import { NETWORKS } from '@minerx/rules/network';
import { HELD_STATUSES, WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import { networkOwner } from '@minerx/rules/network-place';
import { IS_WITHDRAWAL_APPROVED, IS_WITHDRAWAL_HELD } from './withdrawal-approval.ledger.ts';
import { WITHDRAWAL_HOUSE } from './withdrawal.ledger.ts';
import { FIRST_INDEXED_ACCOUNT } from '../../ledger/account.ts';
import type { Equation } from '../../ledger/equation.ts';

const { UNDER_REVIEW, APPROVED, SENT, CONFIRMED, ERRORED } = WITHDRAWAL_STATUS;
const HELD = `w.status IN (${HELD_STATUSES.join(', ')})`;
const TAKEN = 'w.amount_units + w.fee_units';
const HOT = `(VALUES ${NETWORKS.map(({ id }) => `(${id}, ${networkOwner(id, 'HOT')})`).join(', ')}) AS hot (network_id, owner_id)`;

/** What must hold between a withdrawal, its hold, its money and the yes of operators. */
export const WITHDRAWAL_EQUATIONS: readonly Equation[] = [
  {
    name: 'withdrawal-holds',
    sentence:
      'The hold of a withdrawal that is not over is open and holds exactly amount and fee; that of one that is over is closed.',
    rows: `SELECT w.id::text FROM withdrawal w LEFT JOIN hold h ON h.owner_id = w.hold_owner_id
                    LEFT JOIN account a ON a.id = account_of(w.hold_owner_id, w.wallet_id)
                   WHERE h.reason IS DISTINCT FROM 'withdrawal' OR h.member_id <> w.member_id
                      OR h.state <> CASE WHEN ${HELD} THEN 'open' WHEN w.status = ${CONFIRMED} THEN 'taken' ELSE 'returned' END
                      OR coalesce(a.balance, 0) <> CASE WHEN ${HELD} THEN ${TAKEN} ELSE 0 END
          UNION ALL SELECT h.owner_id::text FROM hold h WHERE h.reason = 'withdrawal'
                     AND NOT EXISTS (SELECT FROM withdrawal w WHERE w.hold_owner_id = h.owner_id)`,
  },
  {
    name: 'withdrawal-money',
    sentence:
      'Amount and fee of a withdrawal left the member once; a confirmed one paid the amount from its network and the fee to the house, an ended one gave both back.',
    rows: `SELECT w.id FROM withdrawal w JOIN ${HOT} ON hot.network_id = w.network_id
            LEFT JOIN LATERAL (SELECT sum(p.amount) FROM posting p WHERE p.destination = account_of(w.hold_owner_id, w.wallet_id) AND p.destination >= ${FIRST_INDEXED_ACCOUNT}
                                  AND p.source = account_of(w.member_id, w.wallet_id)) AS taken (units) ON true
            LEFT JOIN LATERAL (SELECT sum(p.amount) FILTER (WHERE p.destination = account_of(hot.owner_id, w.wallet_id)) AS network,
                                      sum(p.amount) FILTER (WHERE p.destination = account_of(${WITHDRAWAL_HOUSE.WITHDRAWAL_FEES}, w.wallet_id)) AS house,
                                      sum(p.amount) FILTER (WHERE p.destination = account_of(w.member_id, w.wallet_id)) AS back, sum(p.amount) AS gone
                                 FROM posting p WHERE p.source = account_of(w.hold_owner_id, w.wallet_id) AND p.source >= ${FIRST_INDEXED_ACCOUNT}) AS left_it ON true
           WHERE coalesce(taken.units, 0) <> ${TAKEN}
              OR coalesce(left_it.network, 0) <> CASE WHEN w.status = ${CONFIRMED} THEN w.amount_units ELSE 0 END
              OR coalesce(left_it.house, 0) <> CASE WHEN w.status = ${CONFIRMED} THEN w.fee_units ELSE 0 END
              OR coalesce(left_it.back, 0) <> CASE WHEN ${HELD} OR w.status = ${CONFIRMED} THEN 0 ELSE ${TAKEN} END
              OR coalesce(left_it.gone, 0) <> CASE WHEN ${HELD} THEN 0 ELSE ${TAKEN} END`,
  },
  {
    name: 'withdrawal-approvals',
    sentence:
      'Whoever stands as approving a withdrawal said so in the audit log, as many as it takes, and every approval there stands.',
    rows: `SELECT coalesce(w.id, a.id) AS id
            FROM (SELECT id::text, approver FROM withdrawal CROSS JOIN LATERAL (VALUES (first_approver), (second_approver)) AS of (approver)
                   WHERE approver IS NOT NULL) w
            FULL JOIN (SELECT replace(subject, 'withdrawal:', '') AS id, actor FROM audit
                        WHERE action IN ('withdrawal.approve', 'withdrawal.approve.first')) a ON a.id = w.id AND a.actor = w.approver
           WHERE w.id IS NULL OR a.id IS NULL
          UNION ALL SELECT w.id::text FROM withdrawal w WHERE w.status IN (${APPROVED}, ${SENT}, ${ERRORED}) AND NOT ${IS_WITHDRAWAL_APPROVED}`,
  },
  {
    name: 'open-withdrawals',
    guard: 'only',
    sentence:
      'Every withdrawal that is under review or approved was asked for by its member, and goes where it was asked to go, with the amount that was asked for.',
    rows: `SELECT n.id FROM withdrawal n JOIN watched_row w ON w.table_name = 'withdrawal' AND w.key = n.id::text
            WHERE n.status IN (${UNDER_REVIEW}, ${APPROVED}) AND w.value IS DISTINCT FROM
                  (SELECT v.value FROM row_version v WHERE v.table_name = 'withdrawal' AND v.key = w.key ORDER BY v.id LIMIT 1)
          UNION ALL SELECT w.id FROM withdrawal w WHERE w.status IN (${UNDER_REVIEW}, ${APPROVED}) AND NOT ${IS_WITHDRAWAL_HELD}`,
  },
];
