import {
  isUnderReview,
  WITHDRAWAL_STATUS,
  canMoveWithdrawal,
  takenUnits,
  type WithdrawalCause,
  type WithdrawalEvent,
} from '@minerx/rules/withdrawal';
import { accountId } from '../../ledger/account.ts';
import type { Changes, IdsAndClock, OutboxEntry } from '../../ledger/command.ts';
import { withdrawals, type LedgerWithdrawal } from './withdrawal.ledger.ts';

export const mailAbout = (id: string, event: WithdrawalEvent): OutboxEntry => ({
  topic: 'withdrawal_mail',
  payload: { id, event },
});

type WithdrawalEnd =
  | { readonly status: typeof WITHDRAWAL_STATUS.CANCELLED }
  | { readonly status: typeof WITHDRAWAL_STATUS.REJECTED; readonly cause: WithdrawalCause };

/** What ends a withdrawal that does not take place: amount and fee go back. Null when it is not in a state that ends so. */
export const giveBack = (make: IdsAndClock, withdrawal: LedgerWithdrawal, end: WithdrawalEnd): Changes | null => {
  const { id, memberId, walletId, holdOwnerId, amountUnits, feeUnits, revision } = withdrawal;
  if (!canMoveWithdrawal(withdrawal.status, end.status)) return null;
  const cause = end.status === WITHDRAWAL_STATUS.REJECTED ? end.cause : null;
  return {
    rows: [withdrawals.set(id, { status: end.status, cause, revision: revision + 1 })],
    closedHolds: [{ ownerId: holdOwnerId, state: 'returned' }],
    transfers: [
      {
        id: make.id(),
        kind: 'withdrawal_refund',
        memberId,
        postings: [
          {
            walletId,
            source: accountId(holdOwnerId, walletId),
            destination: accountId(memberId, walletId),
            amount: takenUnits(amountUnits, feeUnits),
          },
        ],
      },
    ],
    outbox: [mailAbout(id, cause === null ? 'cancelled' : 'rejected')],
  };
};

/** Whether nobody has decided it within its deadline. */
export const isOverdue = (withdrawal: LedgerWithdrawal, now: Date): boolean =>
  isUnderReview(withdrawal) && withdrawal.holdDeadline.getTime() <= now.getTime();
