import { FACTOR_HOLD_HOURS, unsettledUntil } from '@minerx/rules/factor-hold';
import type { RefusalCode } from '@minerx/contract/refusal';
import { Refusal, type RefusalMore } from '../../refusal.ts';

/**
 * SQL: when what a member signs in with, or gets codes by, was last set anew, so that nothing leaves for two days; null: never.
 * @param member an expression for the member's id
 */
export const resetAtSql = (member: string): string =>
  `(SELECT max(f.at) FROM factor_change f WHERE f.member_id = ${member} AND f.holds)`;

/** How `err_recent_reset` is told to operators. */
export const RECENT_RESET = `password and PIN, the second factor or the email address were reset less than ${FACTOR_HOLD_HOURS} hours ago`;

/** What decides whether value may leave a member's account at all. */
interface OutgoingFacts {
  readonly frozen: boolean;
  readonly resetAt: Date | null;
}

/**
 * Why nothing of value may leave this account now, or null. Every command that lets value out, or says where it goes, asks here
 * inside its own decision: an account may be frozen, or its password and PIN may just have been set by whoever reads the mailbox.
 */
export const findOutgoingRefusal = (
  member: OutgoingFacts | null,
  now: Date,
): { code: RefusalCode; more: RefusalMore } | null => {
  if (member === null || member.frozen) return { code: 'err_account_frozen', more: {} };
  const until = unsettledUntil(member.resetAt?.getTime() ?? null, now.getTime());
  return until === null
    ? null
    : { code: 'err_recent_reset', more: { details: { until: new Date(until).toISOString() } } };
};

/**
 * The same outside of the funnel, on a member row that is locked.
 * @throws err_account_frozen, err_recent_reset
 */
export const requireOutgoing = (member: OutgoingFacts, now: Date): void => {
  const refusal = findOutgoingRefusal(member, now);
  if (refusal !== null) throw new Refusal(refusal.code, refusal.more);
};
