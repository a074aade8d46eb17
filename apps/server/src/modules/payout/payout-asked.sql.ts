import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import { DECIMALS } from '@minerx/rules/money';
import { collectionOfCategory, NFT_CATEGORIES } from '@minerx/rules/nft-collection';
import { NFT_WITHDRAWAL_STATUS } from '@minerx/rules/nft-status';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import { IS_NFT_WITHDRAWAL_APPROVED, IS_NFT_WITHDRAWAL_HELD } from '../nft/nft-approval.ledger.ts';
import { IS_WITHDRAWAL_APPROVED, IS_WITHDRAWAL_HELD } from '../withdrawal/withdrawal-approval.ledger.ts';

const { APPROVED, SENT, CONFIRMED, ERRORED, REJECTED } = WITHDRAWAL_STATUS;
const { WAITING, NUMBERED, SENT: TOLD, CONFIRMED: ARRIVED, ERRORED: UNKNOWN, FAILED } = PAYOUT_STATUS;

/** Where a withdrawal stands while its payout stands there. One that waits may have been told of by hand. */
const STANDS = `CASE p.status
  WHEN ${WAITING} THEN w.status IN (${APPROVED}, ${SENT}, ${CONFIRMED}, ${ERRORED}, ${REJECTED})
  WHEN ${NUMBERED} THEN w.status = ${APPROVED}
  WHEN ${TOLD} THEN w.status IN (${APPROVED}, ${SENT})
  WHEN ${ARRIVED} THEN w.status = ${CONFIRMED} AND w.tx_hash = p.tx_hash
  WHEN ${UNKNOWN} THEN w.status = ${ERRORED}
  WHEN ${FAILED} THEN w.status = ${REJECTED} END`;

const LEGENDARY = NFT_CATEGORIES.map(({ id }) => id).filter((id) => collectionOfCategory(id) === 'legendary');
const collection = `CASE WHEN n.category_id IN (${LEGENDARY.join(', ')}) THEN 'legendary' ELSE 'super_rare' END`;

/** `tokenOfUnits` of rules/wallet/deposit.ts, as decimal text. */
const tokenText = (units: string, decimals: string): string =>
  `(CASE WHEN ${decimals} >= ${DECIMALS} THEN ${units} * ('1e' || ${decimals} - ${DECIMALS})::numeric
         ELSE div(${units}, ('1e' || ${DECIMALS} - ${decimals})::numeric) END)::text`;

/** What a contract or collection is called today or was called once: an operator may name another one while a payout is under way. */
const WITHDRAWAL = `EXISTS (
  SELECT FROM withdrawal w JOIN row_version v ON v.table_name = 'asset_network' AND v.key = w.wallet_id || '/' || w.network_id
   WHERE w.id = p.id AND (w.member_id, w.network_id) = (p.member_id, p.network_id) AND ${STANDS}
     AND ${IS_WITHDRAWAL_HELD} AND ${IS_WITHDRAWAL_APPROVED}
     AND p.intent = jsonb_build_object('kind', 'transfer', 'contract', lower(v.value->>0), 'to', lower(w.address),
                                       'amount', ${tokenText('w.amount_units', '(v.value->>1)::integer')}))`;

const NFT = `EXISTS (
  SELECT FROM nft_withdrawal w JOIN nft n ON n.id = w.nft_id JOIN row_version v ON v.table_name = 'setting' AND v.key = 'nft_collections'
   WHERE w.id = p.id AND (w.member_id, w.network_id) = (p.member_id, p.network_id)
     AND w.status = CASE p.status WHEN ${FAILED} THEN ${NFT_WITHDRAWAL_STATUS.REJECTED} ELSE ${NFT_WITHDRAWAL_STATUS.APPROVED} END
     AND ${IS_NFT_WITHDRAWAL_HELD} AND ${IS_NFT_WITHDRAWAL_APPROVED}
     AND p.intent = jsonb_build_object('kind', 'safeTransferFrom', 'contract', lower(v.value->0->(${collection})->>'address'),
                                       'to', lower(w.address), 'tokenId', n.token::text))`;

/** Of a deposit address of ours: what was credited there and is in no other sweep that may still take place. */
const SWEEP = `EXISTS (
  SELECT FROM sweep r JOIN deposit_address a ON a.network_id = p.network_id AND lower(a.address) = p.sender
    JOIN row_version v ON v.table_name = 'asset_network' AND v.key = r.wallet_id || '/' || p.network_id
   WHERE r.payout_id = p.id AND p.member_id IS NULL
     AND p.intent = jsonb_build_object('kind', 'sweep', 'contract', lower(v.value->>0), 'index', a.child,
                                       'amount', ${tokenText('r.units', '(v.value->>1)::integer')})
     AND (p.status = ${FAILED}
       OR (SELECT sum(o.units) FROM sweep o JOIN payout q ON q.id = o.payout_id
            WHERE o.wallet_id = r.wallet_id AND q.network_id = p.network_id AND q.kind = 'sweep' AND q.sender = p.sender AND q.status <> ${FAILED})
          <= (SELECT sum(d.units) FROM deposit d WHERE d.status = ${DEPOSIT_STATUS.CREDITED} AND d.wallet_id = r.wallet_id AND d.network_id = p.network_id
                 AND d.member_id = a.member_id AND d.address = a.address)))`;

/** Coins for the gas of a deposit address of ours; how many, the signer's policy bounds. */
const TOP_UP = `EXISTS (
  SELECT FROM deposit_address a WHERE a.network_id = p.network_id AND p.member_id IS NULL
     AND p.intent = jsonb_build_object('kind', 'topUp', 'index', a.child, 'value', p.intent->>'value'))`;

/** To a cold wallet that operators have named, and agreed to by a line of the audit log. */
const COLD = `EXISTS (
  SELECT FROM cold_movement m JOIN cold_wallet c ON (c.network_id, c.address) = (m.network_id, m.address)
    JOIN row_version v ON v.table_name = 'asset_network' AND v.key = m.wallet_id || '/' || m.network_id
   WHERE m.id = p.id AND m.network_id = p.network_id AND p.member_id IS NULL AND m.approved_at IS NOT NULL
     AND EXISTS (SELECT FROM audit a WHERE a.action = 'cold.approve' AND a.subject = 'cold-movement:' || m.id AND a.actor = m.approved_by
                    AND a.detail->>'address' = m.address)
     AND EXISTS (SELECT FROM audit a WHERE a.action = 'cold-wallet.name' AND a.detail->>'address' = m.address)
     AND p.intent = jsonb_build_object('kind', 'transfer', 'contract', lower(v.value->>0), 'to', m.address,
                                       'amount', ${tokenText('m.units', '(v.value->>1)::integer')}))`;

/** SQL, of a row `p` of the payouts: whether it is to the letter what the approved request of its id asks for. */
export const IS_ASKED = `CASE p.kind
  WHEN 'withdrawal' THEN ${WITHDRAWAL}
  WHEN 'nft' THEN ${NFT}
  WHEN 'sweep' THEN ${SWEEP}
  WHEN 'top_up' THEN ${TOP_UP}
  WHEN 'cold' THEN ${COLD}
  WHEN 'fill' THEN p.member_id IS NULL AND p.intent = '{"kind": "fill"}'
  ELSE false END`;
