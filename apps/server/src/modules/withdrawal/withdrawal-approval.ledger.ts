import { isHeld, isSaid } from '../payout/payout-approval.ledger.ts';

const TELLS = `a.detail->>'member' = w.member_id::text AND a.detail->>'address' = w.address AND (a.detail->>'revision')::integer < w.revision`;
const ANSWERED = `EXISTS (SELECT FROM command c WHERE c.actor = 'member:' || w.member_id AND c.name = 'ask_withdrawal' AND t.answered = c.actor || ' ' || c.name || ' ' || c.key)`;

/** SQL of a withdrawal `w`: its member asked for it. */
export const IS_WITHDRAWAL_HELD = isHeld('withdrawal', 'w.wallet_id', '(w.amount_units + w.fee_units)', ANSWERED);

/** SQL of a withdrawal `w`: whoever stands as the first of two said so. */
export const IS_FIRST_WITHDRAWAL_YES_SAID = isSaid(
  'withdrawal',
  'withdrawal.approve.first',
  `a.actor = w.first_approver AND ${TELLS}`,
);

/** SQL of a withdrawal `w`: those operators approved it who stand there, and as many as it takes. */
export const IS_WITHDRAWAL_APPROVED = isSaid(
  'withdrawal',
  'withdrawal.approve',
  `a.actor = coalesce(w.second_approver, w.first_approver) AND ${TELLS}
    AND CASE WHEN w.second_approver IS NULL THEN NOT w.two_operators ELSE w.second_approver <> w.first_approver AND ${IS_FIRST_WITHDRAWAL_YES_SAID} END`,
);
