import { DAY_MS } from '@minerx/rules/duration';
import type { Withdrawal, WithdrawalOption } from '@minerx/contract/withdrawal';
import { confirmationsOf } from '@minerx/rules/deposit';
import { explorerUrl } from '@minerx/rules/explorer';
import { heldUntil, unsettledUntil } from '@minerx/rules/factor-hold';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import {
  amountDecimals,
  expectedBy,
  findWithdrawalObstacle,
  isUnderReview,
  limitLeft,
  WITHDRAWAL_STATUS,
  WITHDRAWAL_USUAL_HOURS,
} from '@minerx/rules/withdrawal';
import type { SimulatedChain } from '../../outside/outside.ts';
import type { WithdrawalOptionRow, WithdrawalRow } from './withdrawal.query.ts';

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Blocks on it, at most as many as are needed. */
const confirmedOf = ({ status, confirmations, blockNumber, head }: WithdrawalRow): number => {
  if (status === WITHDRAWAL_STATUS.CONFIRMED) return confirmations;
  if (status !== WITHDRAWAL_STATUS.SENT || blockNumber === null || head === null) return 0;
  return Math.min(confirmations, confirmationsOf(blockNumber, head));
};

/** From when on its next step is awaited: what is approved is not sent before the 48 hours after a reset are over. */
const awaitedSince = ({ status, changedAt }: WithdrawalRow, resetAt: Date | null): number =>
  status === WITHDRAWAL_STATUS.APPROVED && resetAt !== null
    ? Math.max(changedAt.getTime(), heldUntil(resetAt.getTime()))
    : changedAt.getTime();

/** @param resetAt when password and PIN of its member were reset last */
export const presentWithdrawal = (
  row: WithdrawalRow,
  simulatedChain: SimulatedChain,
  resetAt: Date | null = null,
): Withdrawal => ({
  id: row.id,
  wallet_type: row.walletId,
  network: networkLabel(row.networkId),
  amount: formatUnits(row.amountUnits),
  fee: formatUnits(row.feeUnits),
  address: row.address,
  status: row.status,
  cause: row.cause,
  hash: row.txHash,
  hash_url: explorerUrl(simulatedChain(row.networkId) === null ? row.explorer : null, row.txHash),
  simulated_chain_id: simulatedChain(row.networkId),
  confirmations: confirmedOf(row),
  confirmations_needed: row.confirmations,
  confirmed_by: row.confirmedBy === null ? null : row.confirmedBy.startsWith('operator:') ? 'operators' : 'chain',
  half_approved: isUnderReview(row) && row.firstApprover !== null,
  created_date: row.createdAt.toISOString(),
  changed_date: row.changedAt.toISOString(),
  sent_date: row.sentAt?.toISOString() ?? null,
  expected_date: iso(
    expectedBy({
      status: row.status,
      network: row.networkId,
      sinceMs: awaitedSince(row, resetAt),
      confirmations: row.confirmations,
      simulated: simulatedChain(row.networkId) !== null,
    }),
  ),
  deadline: row.deadlineAt.toISOString(),
});

export const presentOption = (option: WithdrawalOptionRow, nowMs: number): WithdrawalOption => {
  const { saved, usedUnits, frozen, resetAt } = option;
  const unsettled = unsettledUntil(resetAt?.getTime() ?? null, nowMs);
  const obstacle = frozen
    ? 'err_account_frozen'
    : unsettled !== null
      ? 'err_recent_reset'
      : findWithdrawalObstacle({ terms: option, saved, usedUnits, nowMs });
  const until = {
    err_recent_reset: unsettled,
    err_address_wait: saved?.usableFromMs ?? null,
    err_withdrawal_limit: Math.floor(nowMs / DAY_MS) * DAY_MS + DAY_MS,
  }[obstacle as string];
  return {
    wallet_type: option.walletId,
    network: networkLabel(option.networkId),
    decimals: amountDecimals(option),
    fee: formatUnits(option.feeUnits),
    minimum: formatUnits(option.minimumUnits),
    daily_limit: formatUnits(option.dailyLimitUnits),
    limit_left: formatUnits(limitLeft(option, usedUnits)),
    address: saved?.address ?? null,
    address_usable_date: iso(saved?.usableFromMs ?? null),
    two_operators_above: formatUnits(option.twoOperatorsAboveUnits),
    review_hours: WITHDRAWAL_USUAL_HOURS,
    obstacle: obstacle as WithdrawalOption['obstacle'],
    obstacle_until: iso(until ?? null),
  };
};
