import { NFT_STATUS, NFT_WITHDRAWAL_STATUS } from '@minerx/rules/nft-status';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { WALLET_OF } from '@minerx/rules/wallet';
import { OPERATOR } from '../payout/payout-approval.ledger.ts';
import { newestLines } from '../../ledger/ledger.equations.ts';
import { FIRST_INDEXED_ACCOUNT } from '../../ledger/account.ts';
import type { Equation } from '../../ledger/equation.ts';
import { CATEGORY_BY_TOKEN, IS_NFT_WITHDRAWAL_APPROVED, IS_NFT_WITHDRAWAL_HELD } from './nft-approval.ledger.ts';
import { NFT_HOUSE } from './nft.ledger.ts';

const { PENDING, APPROVED } = NFT_WITHDRAWAL_STATUS;
const { NFT_FEES } = NFT_HOUSE;
const FEE = WALLET_OF.nftFee;
/**
 * Approved, and proved impossible to send, or given back by operators before it ever was a payout: its hold was taken by then, and the house
 * gave the fee back.
 */
const UNSENT = `(EXISTS (SELECT FROM payout p WHERE p.id = w.id AND p.status = ${PAYOUT_STATUS.FAILED})
  OR EXISTS (SELECT FROM audit a WHERE a.action = 'payout.return' AND a.subject = 'payout:' || w.id))`;

/** What must hold between an NFT, its holder, its withdrawals and their fees. */
export const NFT_EQUATIONS: readonly Equation[] = [
  {
    name: 'nft-holds',
    sentence:
      'The hold of a pending NFT withdrawal is open and holds exactly its fee; that of a decided one is closed.',
    rows: `SELECT w.id::text FROM nft_withdrawal w LEFT JOIN hold h ON h.owner_id = w.hold_owner_id
                    LEFT JOIN account a ON a.id = account_of(w.hold_owner_id, ${FEE})
                   WHERE h.reason IS DISTINCT FROM 'nft_withdrawal' OR h.member_id <> w.member_id
                      OR h.state <> CASE WHEN w.status = ${PENDING} THEN 'open' WHEN w.status = ${APPROVED} OR ${UNSENT} THEN 'taken' ELSE 'returned' END
                      OR coalesce(a.balance, 0) <> CASE WHEN w.status = ${PENDING} THEN w.fee_units ELSE 0 END
          UNION ALL SELECT h.owner_id::text FROM hold h WHERE h.reason = 'nft_withdrawal'
                     AND NOT EXISTS (SELECT FROM nft_withdrawal w WHERE w.hold_owner_id = h.owner_id)`,
  },
  {
    name: 'nft-fees',
    sentence:
      'The fee of an NFT withdrawal left the member once; an approved one paid it to the house, an ended one gave it back, the house itself for one that could not be sent.',
    rows: `SELECT w.id FROM nft_withdrawal w
            LEFT JOIN LATERAL (SELECT sum(p.amount) FROM posting p WHERE p.destination = account_of(w.hold_owner_id, ${FEE}) AND p.destination >= ${FIRST_INDEXED_ACCOUNT}
                                  AND p.source = account_of(w.member_id, ${FEE})) AS taken (units) ON true
            LEFT JOIN LATERAL (SELECT sum(p.amount) FILTER (WHERE p.destination = account_of(${NFT_FEES}, ${FEE})) AS house,
                                      sum(p.amount) FILTER (WHERE p.destination = account_of(w.member_id, ${FEE})) AS back, sum(p.amount) AS gone
                                 FROM posting p WHERE p.source = account_of(w.hold_owner_id, ${FEE}) AND p.source >= ${FIRST_INDEXED_ACCOUNT}) AS left_it ON true
           WHERE coalesce(taken.units, 0) <> w.fee_units
              OR coalesce(left_it.house, 0) <> CASE WHEN w.status = ${APPROVED} OR ${UNSENT} THEN w.fee_units ELSE 0 END
              OR coalesce(left_it.back, 0) <> CASE WHEN w.status IN (${PENDING}, ${APPROVED}) OR ${UNSENT} THEN 0 ELSE w.fee_units END
              OR coalesce(left_it.gone, 0) <> CASE WHEN w.status = ${PENDING} THEN 0 ELSE w.fee_units END
          UNION ALL SELECT w.id FROM nft_withdrawal w
            LEFT JOIN LATERAL (SELECT sum(p.amount) AS units FROM transfer t JOIN posting p ON p.transfer_id = t.id
                                WHERE t.kind = 'nft_refund' AND t.reason = w.id::text AND t.member_id = w.member_id
                                  AND p.source = account_of(${NFT_FEES}, ${FEE}) AND p.destination = account_of(w.member_id, ${FEE})) AS back ON true
           WHERE coalesce(back.units, 0) <> CASE WHEN ${UNSENT} THEN w.fee_units ELSE 0 END
          UNION ALL SELECT t.id FROM transfer t JOIN posting p ON p.transfer_id = t.id
           WHERE t.kind = 'nft_refund' AND p.source = account_of(${NFT_FEES}, ${FEE})
             AND NOT EXISTS (SELECT FROM nft_withdrawal w WHERE w.id::text = t.reason)`,
  },
  {
    name: 'nft-states',
    sentence:
      'Exactly the pending NFTs have a pending withdrawal, exactly the approved ones an approved one, of the member who holds them.',
    rows: `SELECT n.id FROM nft n
                   WHERE (n.status IS NOT DISTINCT FROM ${NFT_STATUS.PENDING})
                           <> EXISTS (SELECT FROM nft_withdrawal w WHERE w.nft_id = n.id AND w.status = ${PENDING} AND w.member_id = n.member_id)
                      OR (n.status IS NOT DISTINCT FROM ${NFT_STATUS.APPROVED})
                           <> EXISTS (SELECT FROM nft_withdrawal w WHERE w.nft_id = n.id AND w.status = ${APPROVED} AND w.member_id = n.member_id)
          UNION ALL SELECT nft_id FROM nft_withdrawal WHERE status = ${APPROVED} GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    name: 'nft-owners',
    about: 'settings',
    guard: 'also',
    sentence: 'Every NFT is held by the member to whom the audit log tells it was issued last, and by nobody else.',
    rows: `SELECT coalesce(n.id::text, a.subject) AS id FROM (SELECT id, member_id FROM nft WHERE member_id IS NOT NULL) n
            FULL JOIN (${newestLines(`'nft.issue'`, 'nft')}) a ON a.subject = 'nft:' || n.id
           WHERE n.member_id::text IS DISTINCT FROM a.detail->>'member'`,
  },
  {
    name: 'nft-categories',
    guard: 'also',
    sentence: 'Every NFT is of the category that its number in the collection says.',
    rows: `SELECT o.id FROM nft o WHERE o.category_id IS DISTINCT FROM ${CATEGORY_BY_TOKEN}`,
  },
  {
    name: 'nft-approvals',
    sentence:
      'Whoever stands as approving the withdrawal of an NFT said so in the audit log, as many as it takes, and every approval there stands.',
    rows: `SELECT coalesce(w.id, a.id) AS id
            FROM (SELECT id::text, approver FROM nft_withdrawal CROSS JOIN LATERAL (VALUES (first_approver), (second_approver)) AS of (approver)
                   WHERE approver IS NOT NULL) w
            FULL JOIN (SELECT replace(a.subject, 'nft-withdrawal:', '') AS id, ${OPERATOR} AS approver FROM audit a
                        WHERE a.action IN ('nft.approve', 'nft.approve.first')) a ON a.id = w.id AND a.approver = w.approver
           WHERE w.id IS NULL OR a.id IS NULL
          UNION ALL SELECT w.id::text FROM nft_withdrawal w WHERE (w.status = ${APPROVED} OR ${UNSENT}) AND NOT ${IS_NFT_WITHDRAWAL_APPROVED}`,
  },
  {
    name: 'nft-hashes',
    sentence:
      'The transaction of an NFT that operators sent is the one that the audit log tells last; what the worker sent has none beside that of its payout.',
    rows: `SELECT coalesce(w.id::text, replace(a.subject, 'nft-withdrawal:', '')) AS id FROM (SELECT id, tx_hash FROM nft_withdrawal WHERE tx_hash IS NOT NULL) w
            FULL JOIN (${newestLines(`'nft.hash'`, 'nft-withdrawal')}) a ON a.subject = 'nft-withdrawal:' || w.id
           WHERE w.tx_hash IS DISTINCT FROM a.detail->>'after' OR EXISTS (SELECT FROM payout p WHERE p.id = w.id AND w.tx_hash IS NOT NULL)`,
  },
  {
    name: 'pending-withdrawals',
    guard: 'only',
    sentence: 'Every NFT withdrawal under review was asked for by its member, and goes where it was asked to go.',
    rows: `SELECT n.id FROM nft_withdrawal n JOIN watched_row w ON w.table_name = 'nft_withdrawal' AND w.key = n.id::text
            WHERE n.status = ${PENDING} AND w.value IS DISTINCT FROM
                  (SELECT v.value FROM row_version v WHERE v.table_name = 'nft_withdrawal' AND v.key = w.key ORDER BY v.id LIMIT 1)
          UNION ALL SELECT w.id FROM nft_withdrawal w WHERE w.status = ${PENDING} AND NOT ${IS_NFT_WITHDRAWAL_HELD}`,
  },
];
