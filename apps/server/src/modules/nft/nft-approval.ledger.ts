import { NFT_CATEGORIES } from '@minerx/rules/nft-collection';
import { WALLET_OF } from '@minerx/rules/wallet';
import { isHeld, isSaid, OPERATOR } from '../payout/payout-approval.ledger.ts';

const [RARE, LEGENDARY, MYTHIC] = NFT_CATEGORIES;
const TELLS = `a.detail->>'nft' = w.nft_id::text AND a.detail->>'member' = w.member_id::text`;

/** SQL of an item `o`: its category by the collection's numbering, whatever its row says. */
export const CATEGORY_BY_TOKEN = `CASE WHEN o.token >= ${MYTHIC.firstToken} THEN ${MYTHIC.id} WHEN o.token >= ${LEGENDARY.firstToken} THEN ${LEGENDARY.id} ELSE ${RARE.id} END`;

const RARITY = `(SELECT CASE ${CATEGORY_BY_TOKEN} WHEN ${MYTHIC.id} THEN '${MYTHIC.name}' WHEN ${LEGENDARY.id} THEN '${LEGENDARY.name}' ELSE '${RARE.name}' END
  FROM nft o WHERE o.id = w.nft_id)`;

/**
 * SQL of the line `a` that approved: one operator was enough by the setting that operators had made by then, or by the default of
 * `readTwoOperators`. It is read without a lock, so what was decided in the moment of a change may be by the one before. A setting
 * without a line of its own counts for nothing.
 */
const IS_ONE_ENOUGH = `EXISTS (
  SELECT FROM (SELECT s.value FROM (
      SELECT v.id, v.value->0 AS value FROM row_version v WHERE v.table_name = 'setting' AND v.key = 'nft_two_operators'
         AND EXISTS (SELECT FROM audit n WHERE n.tx = v.tx AND n.action = 'nft.terms' AND n.id < a.id)
      UNION ALL SELECT 0, '["${LEGENDARY.name}", "${MYTHIC.name}"]'::jsonb) s ORDER BY s.id DESC LIMIT 2) AS terms
   WHERE NOT terms.value ? ${RARITY})`;

/** SQL of a withdrawal `w`: its member asked for it. */
export const IS_NFT_WITHDRAWAL_HELD = isHeld('nft_withdrawal', `${WALLET_OF.nftFee}`, 'w.fee_units', 'true');

/** SQL of a withdrawal `w`: whoever stands as the first of two said so. */
export const IS_FIRST_NFT_YES_SAID = isSaid(
  'nft-withdrawal',
  'nft.approve.first',
  `${OPERATOR} = w.first_approver AND ${TELLS}`,
);

/** SQL of a withdrawal `w`: those operators approved it who stand there, and as many as it takes. */
export const IS_NFT_WITHDRAWAL_APPROVED = isSaid(
  'nft-withdrawal',
  'nft.approve',
  `${OPERATOR} = coalesce(w.second_approver, w.first_approver) AND ${TELLS}
    AND CASE WHEN w.second_approver IS NULL THEN NOT w.two_operators AND ${IS_ONE_ENOUGH}
             ELSE w.second_approver <> w.first_approver AND ${IS_FIRST_NFT_YES_SAID} END`,
);
