import { NFT_STATUS, NFT_WITHDRAWAL_STATUS } from '@minerx/rules/nft-status';
import { HELD_STATUSES } from '@minerx/rules/withdrawal';
import { WALLET_OF } from '@minerx/rules/wallet';
import type { Equation } from '../../ledger/equation.ts';
import { MEMBER_EQUATIONS } from '../../modules/member/member.equations.ts';
import { WITHDRAWAL_ADDRESS_EQUATIONS } from '../../modules/member/withdrawal-address/withdrawal-address.equations.ts';
import { NFT_EQUATIONS } from '../../modules/nft/nft.equations.ts';
import { WITHDRAWAL_EQUATIONS } from '../../modules/withdrawal/withdrawal.equations.ts';
import { PAYEES } from './money.equations.ts';
import { asked, lookUp, newest, of, saidLast } from './slice.sql.ts';

const { PENDING, APPROVED } = NFT_WITHDRAWAL_STATUS;

/** The id behind a subject of the audit log; none where it is not written as one is. */
const idOf = (kind: string): string =>
  `CASE WHEN subject ~ '^${kind}:[0-9a-f-]{36}$' THEN substr(subject, ${kind.length + 2})::uuid END`;
const MEMBER_OF = `CASE WHEN subject ~ '^member:[0-9]{1,18}$' THEN substr(subject, 8)::bigint END`;

const APPROVALS = saidLast('withdrawal.approve', 'withdrawal.approve.first');
const NFT_APPROVALS = saidLast('nft.approve', 'nft.approve.first');
const OF_MEMBERS = saidLast('withdrawal_address.save', 'member.freeze', 'member.unfreeze', 'btapay.save');

/**
 * What is asked to leave, and what was asked, approved or saved last: withdrawals, those of NFTs with all of the same item, their holds, and the
 * members who ask with all their addresses, with what the audit log tells of each.
 */
const LEAVING = `
  said (subject) AS MATERIALIZED (${[APPROVALS, NFT_APPROVALS, OF_MEMBERS].join(' UNION ')}),
  newest_hold (id) AS MATERIALIZED (SELECT owner_id FROM ${newest('hold', 'owner_id', 'owner_id')} h),
  withdrawal AS MATERIALIZED (
    ${lookUp('withdrawal', 'id', `(SELECT id FROM withdrawal WHERE status IN (${HELD_STATUSES.join(', ')}) UNION SELECT id FROM ${newest('withdrawal', 'id', 'id')} n UNION SELECT ${idOf('withdrawal')} FROM said)`)}
    UNION ${lookUp('withdrawal', 'hold_owner_id', '(SELECT id FROM newest_hold)')}),
  ${of(
    'nft',
    'id',
    `(SELECT nft_id FROM nft_withdrawal WHERE status = ${PENDING} OR status = ${APPROVED} AND tx_hash IS NULL
     UNION SELECT nft_id FROM ${newest('nft_withdrawal', 'id', 'nft_id')} n UNION SELECT id FROM nft WHERE status IN (${NFT_STATUS.PENDING}, ${NFT_STATUS.APPROVED})
     UNION SELECT w.nft_id FROM (${lookUp('nft_withdrawal', 'id', `(SELECT ${idOf('nft-withdrawal')} FROM said)`)}) w
     UNION SELECT w.nft_id FROM (${lookUp('nft_withdrawal', 'hold_owner_id', '(SELECT id FROM newest_hold)')}) w)`,
  )},
  ${of('nft_withdrawal', 'nft_id', '(SELECT id FROM nft)')},
  ${of('payout', 'id', '(SELECT id FROM nft_withdrawal)')},
  ${of('hold', 'owner_id', '(SELECT id FROM newest_hold UNION SELECT hold_owner_id FROM withdrawal UNION SELECT hold_owner_id FROM nft_withdrawal)')},
  ${of('account', 'id', `(SELECT account_of(hold_owner_id, wallet_id) FROM withdrawal UNION SELECT account_of(hold_owner_id, ${WALLET_OF.nftFee}) FROM nft_withdrawal)`)},
  asking (id) AS MATERIALIZED (
    SELECT member_id FROM (${PAYEES}) p UNION SELECT ${MEMBER_OF} FROM said UNION SELECT member_id FROM ${newest('withdrawal_address', 'id', 'member_id')} a),
  ${of('member', 'id', '(SELECT id FROM asking)')},
  ${of('withdrawal_address', 'member_id', '(SELECT id FROM asking)')},
  audit AS MATERIALIZED (
    ${lookUp(
      'audit',
      'subject',
      `(SELECT subject FROM said UNION SELECT 'withdrawal:' || id FROM withdrawal UNION SELECT 'nft-withdrawal:' || id FROM nft_withdrawal
       UNION SELECT 'payout:' || id FROM nft_withdrawal UNION SELECT 'member:' || id FROM asking)`,
    )}
    UNION ${lookUp('audit', 'action', `(SELECT 'nft.terms')`)})`;

const ASKED = [
  'withdrawal-holds',
  'withdrawal-approvals',
  'nft-holds',
  'nft-states',
  'nft-approvals',
  'addresses',
  'freezes',
];

const NEWEST_LEAVING: Equation = {
  name: 'newest-leaving',
  guard: 'only',
  sentence:
    'All that must hold of withdrawals, their holds, approvals and addresses, and of frozen members, holds of what is asked to leave and of what was asked, approved or saved last.',
  rows: asked(
    LEAVING,
    [...WITHDRAWAL_EQUATIONS, ...NFT_EQUATIONS, ...WITHDRAWAL_ADDRESS_EQUATIONS, ...MEMBER_EQUATIONS].filter(
      ({ name }) => ASKED.includes(name),
    ),
  ),
};

export const NEWEST_LEAVING_EQUATIONS: readonly Equation[] = [NEWEST_LEAVING];
