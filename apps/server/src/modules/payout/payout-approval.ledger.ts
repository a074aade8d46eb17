import { FIRST_INDEXED_ACCOUNT } from '../../ledger/account.ts';

/**
 * SQL of a request `w`: what it takes went from the member's account into a hold of its own, as the funnel writes it.
 * @param kind of its transfer, and the reason of its hold
 * @param more SQL: what else holds of that transfer `t`
 */
export const isHeld = (kind: string, wallet: string, units: string, more: string): string => `(
  EXISTS (SELECT FROM hold h WHERE h.owner_id = w.hold_owner_id AND h.member_id = w.member_id AND h.reason = '${kind}')
  AND (${units} = 0 OR EXISTS (
    SELECT FROM posting g JOIN transfer t ON t.id = g.transfer_id
     WHERE g.destination = account_of(w.hold_owner_id, ${wallet}) AND g.destination >= ${FIRST_INDEXED_ACCOUNT} AND g.source = account_of(w.member_id, ${wallet})
       AND g.amount = ${units} AND t.kind = '${kind}' AND t.member_id = w.member_id AND ${more})))`;

/** SQL: the operator of a line `a`. Lines keep the words of before actors had one form; rows have it. */
export const OPERATOR = `CASE WHEN a.actor LIKE 'operator:%' THEN a.actor WHEN a.actor = 'cli' THEN 'operator:shell' WHEN a.actor NOT LIKE '%:%' THEN 'operator:' || a.actor END`;

/**
 * SQL of a request `w`: a line of the audit log is an operator's yes to it.
 * @param subject of the line, before the request's id
 * @param suffices SQL of that line `a`: whether it is about the request as it stands, and enough
 */
export const isSaid = (subject: string, action: string, suffices: string): string => `EXISTS (
  SELECT FROM audit a WHERE a.subject = '${subject}:' || w.id AND a.action = '${action}' AND ${OPERATOR} IS NOT NULL AND ${suffices})`;
