import { PAYOUT_STATUS, type PayoutStatus } from '@minerx/rules/payout';

/** What a withdrawal's row tells of the worker's transaction. */
export interface Confirmed {
  readonly payoutStatus: PayoutStatus | null;
  readonly confirmed: number | null;
  readonly confirmations: number;
}

/** Blocks on the worker's transaction, at most as many as are needed; null where it has sent none. */
export const confirmedOf = ({ payoutStatus, confirmed, confirmations }: Confirmed): number | null => {
  if (payoutStatus === PAYOUT_STATUS.CONFIRMED) return confirmations;
  const isOnItsWay = payoutStatus === PAYOUT_STATUS.SENT || payoutStatus === PAYOUT_STATUS.ERRORED;
  return isOnItsWay ? Math.min(confirmed ?? 0, confirmations) : null;
};
