import {
  canMoveWithdrawal,
  isReadyToSend,
  isSentByOperators,
  WITHDRAWAL_STATUS,
  type WithdrawalCause,
} from '@minerx/rules/withdrawal';
import { accountId } from '../../ledger/account.ts';
import { networkOwner } from '@minerx/rules/network-place';
import type { Changes, Command, IdsAndClock, Posting } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import type { Actor } from '../../base/actor.ts';
import { members } from '../member/member.ledger.ts';
import { findOutgoingRefusal } from '../member/outgoing.ledger.ts';
import { PAYOUT_ACTOR, payouts } from '../payout/payout.ledger.ts';
import { giveBack, mailAbout } from './withdrawal-end.ledger.ts';
import { auditOf, type WithdrawalReviewer } from './withdrawal-review.command.ts';
import { withdrawals, type LedgerWithdrawal, WITHDRAWAL_HOUSE } from './withdrawal.ledger.ts';

/** What became of an approved withdrawal: told by who sends it, a worker of the network or an operator, with what it rests on. */
type Told = Command<Record<never, never>>;

const { SENT, CONFIRMED, ERRORED, REJECTED } = WITHDRAWAL_STATUS;

const told = (
  command: Pick<Told, 'name' | 'actor'>,
  id: string,
  change: (withdrawal: LedgerWithdrawal, make: IdsAndClock) => Changes | null,
): Told => ({
  ...command,
  idempotency: null,
  keys: { rows: [withdrawals.key(id), payouts.key(id)] },
  decide: (view, make) => {
    const withdrawal = view.get(withdrawals, id);
    if (withdrawal === null) return no('err_not_found');
    // What the worker sends, it alone tells of: by hand it could be paid a second time, or given back while it is on its way.
    if (view.get(payouts, id) !== null && command.actor !== PAYOUT_ACTOR) return no('err_conflict');
    const changes = change(withdrawal, make);
    return changes === null ? no('err_withdrawal_status') : { ok: true, result: {}, changes };
  },
});

/**
 * It is on its way under this hash; another one replaces it, as when the fee was raised. While payouts are frozen nothing new leaves:
 * what has left is told all the same.
 * @throws err_not_found, err_withdrawal_status
 */
export const markSent = (id: string, hash: string, by: WithdrawalReviewer): Told =>
  told(
    {
      name: 'mark_withdrawal_sent',
      actor: by.actor,
    },
    id,
    (withdrawal) => {
      const { status, revision, txHash } = withdrawal;
      if (!canMoveWithdrawal(status, SENT)) return null;
      return {
        rows: [withdrawals.set(id, { status: SENT, txHash: hash, sentBy: by.actor, revision: revision + 1 })],
        audit: [auditOf(by, 'withdrawal.sent', withdrawal, { before: txHash, hash })],
        outbox: status === SENT ? [] : [mailAbout(id, 'sent')],
      };
    },
  );

/**
 * An operator's word that it was sent by hand. While the account is held nobody sends it: what had left before is recorded by two
 * (`withdrawal reconcile`). Another hash of what was sent is recorded all the same.
 * @throws err_account_frozen, err_recent_reset, and what `markSent` refuses
 */
export const markSentByHand = (id: string, hash: string, by: WithdrawalReviewer): Told => {
  const command = markSent(id, hash, by);
  return {
    ...command,
    decide: (view, make) => {
      const withdrawal = view.get(withdrawals, id);
      const stays =
        withdrawal === null || !isReadyToSend(withdrawal)
          ? null
          : findOutgoingRefusal(view.get(members, withdrawal.memberId), make.now);
      return stays === null ? command.decide(view, make) : no(stays.code, stays.more);
    },
  };
};

/**
 * It arrived for good: the amount left our hot wallet, and the fee is the house's. What an operator sent by hand is confirmed by the
 * chain, or by another operator: never by the word of who sent it.
 * @param hash of the transaction that did it, where it is not the one that is known
 * @throws err_not_found, err_withdrawal_status, err_second_operator
 */
export const confirmSent = (id: string, by: WithdrawalReviewer, hash: string | null = null): Told => {
  const command = told(
    {
      name: 'confirm_withdrawal',
      actor: by.actor,
    },
    id,
    (withdrawal, make) => {
      const { status, revision, sentBy, memberId, walletId, networkId, holdOwnerId, amountUnits, feeUnits } =
        withdrawal;
      const txHash = hash ?? withdrawal.txHash;
      if (!canMoveWithdrawal(status, CONFIRMED) || txHash === null) return null;
      const held = accountId(holdOwnerId, walletId);
      const out: Posting = {
        walletId,
        source: held,
        destination: accountId(networkOwner(networkId, 'HOT'), walletId),
        amount: amountUnits,
      };
      const fee: Posting = {
        walletId,
        source: held,
        destination: accountId(WITHDRAWAL_HOUSE.WITHDRAWAL_FEES, walletId),
        amount: feeUnits,
      };
      return {
        rows: [withdrawals.set(id, { status: CONFIRMED, txHash, confirmedBy: by.actor, revision: revision + 1 })],
        closedHolds: [{ ownerId: holdOwnerId, state: 'taken' }],
        transfers: [{ id: make.id(), kind: 'withdrawal_sent', memberId, postings: feeUnits > 0n ? [out, fee] : [out] }],
        audit: [auditOf(by, 'withdrawal.confirmed', withdrawal, { hash: txHash, sentBy })],
        outbox: [mailAbout(id, 'confirmed')],
      };
    },
  );
  return {
    ...command,
    decide: (view, make) => {
      const withdrawal = view.get(withdrawals, id);
      const alone = withdrawal?.sentBy === by.actor && isSentByOperators(withdrawal.networkId);
      return alone ? no('err_second_operator') : command.decide(view, make);
    },
  };
};

/**
 * Nobody can say whether it left. Nothing is given back: only proof leads on, by one of the other three.
 * @throws err_not_found, err_withdrawal_status
 */
export const markErrored = (id: string, by: WithdrawalReviewer): Told =>
  told(
    {
      name: 'mark_withdrawal_errored',
      actor: by.actor,
    },
    id,
    (withdrawal) =>
      canMoveWithdrawal(withdrawal.status, ERRORED)
        ? {
            rows: [withdrawals.set(id, { status: ERRORED, revision: withdrawal.revision + 1 })],
            audit: [auditOf(by, 'withdrawal.errored', withdrawal, { hash: withdrawal.txHash })],
            outbox: [mailAbout(id, 'errored')],
          }
        : null,
  );

/**
 * It is proved that it did not leave and cannot leave any more: amount and fee go back. Whoever calls this has the proof (a receipt that
 * says failed, a number of the hot wallet that something else has used) and writes it into the reason.
 * @param teller whose word it is that the books rest on: the worker's where a payout ends with it
 * @throws err_not_found, err_withdrawal_status, err_payouts_frozen: while the books do not add up nothing is taken for proved
 */
export const failWithoutSending = (
  id: string,
  cause: WithdrawalCause,
  by: WithdrawalReviewer,
  teller: Actor = by.actor,
): Told => {
  const command = told(
    {
      name: 'fail_withdrawal',
      actor: teller,
    },
    id,
    (withdrawal, make) => {
      if (withdrawal.status === WITHDRAWAL_STATUS.UNDER_REVIEW) return null;
      const changes = giveBack(make, withdrawal, { status: REJECTED, cause });
      return changes === null
        ? null
        : { ...changes, audit: [auditOf(by, 'withdrawal.failed', withdrawal, { cause, hash: withdrawal.txHash })] };
    },
  );
  return { ...command, letsOut: true };
};
