import { DAY_MS } from '../text/duration.ts';
import { unsettledUntil } from '../member/factor-hold.ts';
import type { NetworkId } from '../chain/network.ts';
import { isSendable, isUndecided } from '../nft/nft-status.ts';
import { PAYOUT_STATUS, type PayoutStatus } from './payout.ts';
import { isErrored, isReadyToSend, isSentByOperators, isUnderReview, WITHDRAWAL_STATUS } from './withdrawal.ts';

/**
 * What an operator has to do with a withdrawal, or what it waits for: a first or second yes, an account that is free again before it is
 * approved or before a hand sends it (held), a hand that sends, the worker,
 * blocks, somebody who says that the network has it, proof of what became of it.
 */
export const WITHDRAWAL_STEPS = [
  'approve',
  'second',
  'account',
  'held',
  'send',
  'worker',
  'blocks',
  'confirm',
  'reconcile',
] as const;
type WithdrawalStep = (typeof WITHDRAWAL_STEPS)[number];

/** What must be known before a withdrawal is approved. */
export const WITHDRAWAL_WARNINGS = ['frozen', 'reset', 'changed', 'unsaved', 'new_address', 'many_addresses'] as const;
type WithdrawalWarning = (typeof WITHDRAWAL_WARNINGS)[number];

/** A change in so many days before the request is worth a look. */
const LATELY_DAYS = 7;
/** Nobody moves house that often in a month. */
const MANY_ADDRESSES = 4;

export interface ReviewedWithdrawal {
  readonly status: number;
  readonly networkId: NetworkId;
  readonly firstApprover: string | null;
  readonly createdAtMs: number;
  readonly frozen: boolean;
  readonly resetAtMs: number | null;
  readonly factorAtMs: number | null;
  readonly addressSavedAtMs: number | null;
  readonly addressesSaved: number;
  /** Somebody reads the chain of its network. */
  readonly isWatched: boolean;
}

/** A withdrawal of an NFT, as far as operators decide by it: it has no saved addresses. */
type ReviewedNft = Pick<
  ReviewedWithdrawal,
  'status' | 'firstApprover' | 'createdAtMs' | 'frozen' | 'resetAtMs' | 'factorAtMs'
> & { readonly txHash: string | null; readonly payoutStatus: PayoutStatus | null };

const isHeld = (seen: Pick<ReviewedNft, 'frozen' | 'resetAtMs'>, nowMs: number): boolean =>
  seen.frozen || unsettledUntil(seen.resetAtMs, nowMs) !== null;

const decisionOf = (
  seen: Pick<ReviewedNft, 'frozen' | 'resetAtMs' | 'firstApprover'>,
  nowMs: number,
): WithdrawalStep => {
  if (isHeld(seen, nowMs)) return 'account';
  return seen.firstApprover === null ? 'approve' : 'second';
};

/** Null when nothing happens to it any more. */
export const nextWithdrawalStep = (seen: ReviewedWithdrawal, nowMs: number): WithdrawalStep | null => {
  if (isUnderReview(seen)) return decisionOf(seen, nowMs);
  if (isReadyToSend(seen)) {
    if (!isSentByOperators(seen.networkId)) return 'worker';
    return isHeld(seen, nowMs) ? 'held' : 'send';
  }
  if (seen.status === WITHDRAWAL_STATUS.SENT) return seen.isWatched ? 'blocks' : 'confirm';
  return isErrored(seen) ? 'reconcile' : null;
};

/** Null when nothing happens to it any more. */
export const nextNftStep = (seen: ReviewedNft, nowMs: number): WithdrawalStep | null => {
  if (isUndecided(seen)) return decisionOf(seen, nowMs);
  if (!isSendable(seen)) return null;
  if (seen.payoutStatus === PAYOUT_STATUS.ERRORED) return 'reconcile';
  if (seen.payoutStatus === PAYOUT_STATUS.SENT) return 'blocks';
  return seen.payoutStatus === PAYOUT_STATUS.CONFIRMED || seen.txHash !== null ? null : 'worker';
};

const isLately = (at: number | null, askedAt: number): boolean => at !== null && at > askedAt - LATELY_DAYS * DAY_MS;

const accountFacts = (
  { frozen, resetAtMs, factorAtMs, createdAtMs }: Omit<ReviewedNft, 'txHash' | 'payoutStatus'>,
  nowMs: number,
) => {
  const held = unsettledUntil(resetAtMs, nowMs) !== null;
  return { frozen, reset: held, changed: !held && isLately(factorAtMs, createdAtMs) };
};

const found = (facts: Readonly<Partial<Record<WithdrawalWarning, boolean>>>): WithdrawalWarning[] =>
  WITHDRAWAL_WARNINGS.filter((warning) => facts[warning]);

/** The gravest first. */
export const nftWarnings = (seen: ReviewedNft, nowMs: number): WithdrawalWarning[] => found(accountFacts(seen, nowMs));

/** The gravest first. */
export const withdrawalWarnings = (seen: ReviewedWithdrawal, nowMs: number): WithdrawalWarning[] => {
  const { createdAtMs, addressSavedAtMs, addressesSaved } = seen;
  return found({
    ...accountFacts(seen, nowMs),
    unsaved: addressSavedAtMs === null,
    new_address: isLately(addressSavedAtMs, createdAtMs),
    many_addresses: addressesSaved >= MANY_ADDRESSES,
  });
};
