import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import { decideApproval, isUnderReview, WITHDRAWAL_STATUS, type WithdrawalCause } from '@minerx/rules/withdrawal';
import type { Actor } from '../../base/actor.ts';
import type { AuditEntry } from '../../ledger/audit.ts';
import type { Command, Json } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { members } from '../member/member.ledger.ts';
import { findOutgoingRefusal } from '../member/outgoing.ledger.ts';
import { giveBack, isOverdue, mailAbout } from './withdrawal-end.ledger.ts';
import { assetNetworkId, assetNetworks, withdrawals, type LedgerWithdrawal } from './withdrawal.ledger.ts';

/** Who decides, and why. */
export interface WithdrawalReviewer {
  /** Two that must agree are told apart by it. */
  readonly actor: Actor;
  readonly reason: string;
}

/** A line of the audit log about a withdrawal. */
export const auditOf = (
  { actor, reason }: WithdrawalReviewer,
  action: string,
  { id, memberId, walletId, networkId, amountUnits, address, revision }: LedgerWithdrawal,
  detail: Record<string, Json> = {},
): AuditEntry => ({
  actor,
  action,
  subject: `withdrawal:${id}`,
  reason,
  detail: {
    member: memberId.toString(),
    wallet: walletById(walletId).name,
    network: networkLabel(networkId),
    amount: formatUnits(amountUnits),
    address,
    revision,
    ...detail,
  },
});

/** Whether the withdrawal is approved now, or waits for the second operator. */
type ApprovedWithdrawal = { readonly approved: boolean };

/** An operator's yes to what they saw. With the last one that is needed it may be sent. */
export const approveWithdrawal = (
  id: string,
  seenRevision: number,
  reviewer: WithdrawalReviewer,
): Command<ApprovedWithdrawal> => ({
  name: 'approve_withdrawal',
  actor: reviewer.actor,
  idempotency: null,
  keys: { rows: [withdrawals.key(id)] },
  letsOut: true,
  decide: (view, make) => {
    const withdrawal = view.get(withdrawals, id);
    if (withdrawal === null) return no('err_not_found');
    const { memberId, walletId, networkId, amountUnits, firstApprover, revision } = withdrawal;
    if (!isUnderReview(withdrawal)) return no('err_withdrawal_status');
    // Somebody may have taken the account over: nothing leaves it before it is free and settled again.
    const stays = findOutgoingRefusal(view.get(members, memberId), make.now);
    if (stays !== null) return no(stays.code, stays.more);
    const terms = view.get(assetNetworks, assetNetworkId(walletId, networkId));
    if (terms === null || !terms.enabled) return no('err_network_closed');
    // Whichever is stricter, the terms of the request or those of now.
    const twoOperators = withdrawal.twoOperators || amountUnits > terms.twoOperatorsAboveUnits;
    const decision = decideApproval(
      { ...withdrawal, twoOperators },
      { operator: reviewer.actor, revision: seenRevision },
    );
    if (!decision.ok) return no(decision.refusal);
    const next = { revision: revision + 1 };
    const approver = firstApprover === null ? { firstApprover: reviewer.actor } : { secondApprover: reviewer.actor };
    const action = decision.final ? 'withdrawal.approve' : 'withdrawal.approve.first';
    return {
      ok: true,
      result: { approved: decision.final },
      changes: {
        rows: [
          withdrawals.set(
            id,
            decision.final ? { ...next, ...approver, status: WITHDRAWAL_STATUS.APPROVED } : { ...next, ...approver },
          ),
        ],
        audit: [auditOf(reviewer, action, withdrawal, { firstApprover })],
        outbox: decision.final ? [mailAbout(id, 'approved')] : [],
      },
    };
  },
});

/** An operator's no: amount and fee go back, and the member is told the cause. */
export const rejectWithdrawal = (
  id: string,
  cause: WithdrawalCause,
  reviewer: WithdrawalReviewer,
): Command<Record<never, never>> => ({
  name: 'reject_withdrawal',
  actor: reviewer.actor,
  idempotency: null,
  keys: { rows: [withdrawals.key(id)] },
  decide: (view, make) => {
    const withdrawal = view.get(withdrawals, id);
    if (withdrawal === null) return no('err_not_found');
    if (!isUnderReview(withdrawal)) return no('err_withdrawal_status');
    const changes = giveBack(make, withdrawal, { status: WITHDRAWAL_STATUS.REJECTED, cause });
    if (changes === null) return no('err_withdrawal_status');
    return {
      ok: true,
      result: {},
      changes: { ...changes, audit: [auditOf(reviewer, 'withdrawal.reject', withdrawal, { cause })] },
    };
  },
});

/** The member takes it back while it is under review. */
export const cancelWithdrawal = (memberId: bigint, id: string, key: string): Command<Record<never, never>> => ({
  name: 'cancel_withdrawal',
  actor: `member:${memberId}`,
  idempotency: { key, fingerprint: fingerprintOf({ id }) },
  keys: { rows: [withdrawals.key(id), members.key(memberId)] },
  decide: (view, make) => {
    const withdrawal = view.get(withdrawals, id);
    if (withdrawal === null || withdrawal.memberId !== memberId) return no('err_not_found');
    if (view.get(members, memberId)?.frozen !== false) return no('err_account_frozen');
    const changes = giveBack(make, withdrawal, { status: WITHDRAWAL_STATUS.CANCELLED });
    return changes === null ? no('err_withdrawal_status') : { ok: true, result: {}, changes };
  },
});

/** Gives back what nobody has decided in time; refuses before its deadline. */
export const expireWithdrawal = (id: string): Command<Record<never, never>> => ({
  name: 'expire_withdrawal',
  actor: 'job:withdrawal-expiry',
  idempotency: null,
  keys: { rows: [withdrawals.key(id)] },
  decide: (view, make) => {
    const withdrawal = view.get(withdrawals, id);
    if (withdrawal === null || !isOverdue(withdrawal, make.now)) return no('err_withdrawal_status');
    const changes = giveBack(make, withdrawal, { status: WITHDRAWAL_STATUS.REJECTED, cause: 'expired' });
    return changes === null ? no('err_withdrawal_status') : { ok: true, result: {}, changes };
  },
});
