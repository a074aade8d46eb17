import { operatorWithdrawal, operatorWithdrawals, type OperatorWithdrawal } from '@minerx/contract/operator/withdrawal';
import { explorerUrl } from '@minerx/rules/explorer';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import { isSentByOperators, WITHDRAWAL_STATUS, withdrawalStatusName } from '@minerx/rules/withdrawal';
import { nextWithdrawalStep, withdrawalWarnings } from '@minerx/rules/withdrawal-step';
import type { Context } from '../../context.ts';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import { findPayout, listAttempts } from '../../modules/payout/payout.query.ts';
import {
  findWithdrawalToReview,
  listSavedAddresses,
  listWithdrawalsToReview,
  LISTED_STATES,
  type SavedAddress,
  type WithdrawalToReview,
} from '../../modules/withdrawal/withdrawal-review.query.ts';
import { simulatedChainOf, watchedChains } from '../../outside/outside.ts';
import { refuse } from '../../refusal.ts';
import {
  getAccount,
  getAuditOf,
  iso,
  listOfMember,
  pageOf,
  presentAttempt,
  presentPayout,
  requireAfter,
  requireLook,
} from './desk.ts';

type Look = Pick<Context, 'outside'>;

const presentRow = ({ outside }: Look, row: WithdrawalToReview, now: number): OperatorWithdrawal => {
  const seen = {
    ...row,
    createdAtMs: row.createdAt.getTime(),
    resetAtMs: row.resetAt?.getTime() ?? null,
    factorAtMs: row.factorAt?.getTime() ?? null,
    addressSavedAtMs: row.addressSavedAt?.getTime() ?? null,
    isWatched: watchedChains(outside).has(row.networkId),
  };
  return {
    id: row.id,
    state: withdrawalStatusName(row.status),
    revision: row.revision,
    wallet: walletById(row.walletId).name,
    network: networkLabel(row.networkId),
    amount: formatUnits(row.amountUnits),
    fee: formatUnits(row.feeUnits),
    address: row.address,
    member_email: row.email,
    two_operators: row.twoOperators,
    first_approver: row.firstApprover,
    cause: row.cause,
    hash: row.txHash,
    asked_at: row.createdAt.toISOString(),
    since: row.changedAt.toISOString(),
    deadline_at: row.deadlineAt.toISOString(),
    next: nextWithdrawalStep(seen, now),
    warnings: withdrawalWarnings(seen, now),
  };
};

const presentAddress = ({ networkId, address, savedAt, usableAt }: SavedAddress) => ({
  network: networkLabel(networkId),
  address,
  saved_at: savedAt.toISOString(),
  usable_at: usableAt.toISOString(),
});

const blocksOn = ({ blockNumber, head, confirmations, status }: WithdrawalToReview): number | null => {
  if (status === WITHDRAWAL_STATUS.CONFIRMED) return confirmations;
  return blockNumber === null || head === null ? null : Math.min(confirmations, Math.max(0, head - blockNumber + 1));
};

export const addWithdrawalDesk = (api: Api): void => {
  const { context } = api;
  const { pool, clock, outside } = context;
  const simulatedChain = simulatedChainOf(outside);

  addRoute(api, operatorWithdrawals, { limit: perMinute(240) }, async ({ operator, query }) => {
    const { state, member: email, after } = query;
    await requireLook(context, operator, 'withdrawal list', { state, member: email });
    const from = { statuses: LISTED_STATES[state], newestFirst: state === 'ended', after: requireAfter(after) };
    const now = clock.now();
    return listOfMember(context, email, async (memberId) =>
      pageOf(
        await listWithdrawalsToReview(pool, { ...from, memberId }),
        ({ id }) => id,
        (row) => presentRow(context, row, now),
      ),
    );
  });

  addRoute(api, operatorWithdrawal, { limit: perMinute(240) }, async ({ operator, query: { id } }) => {
    await requireLook(context, operator, 'withdrawal show', { id });
    const row = (isUuid(id) ? await findWithdrawalToReview(pool, id) : null) ?? refuse('err_not_found');
    const [account, addresses, payout, attempts, audit] = await Promise.all([
      getAccount(context, row.memberId, clock.now()),
      listSavedAddresses(pool, row.memberId, row.walletId),
      findPayout(pool, id),
      listAttempts(pool, [id]),
      getAuditOf(context, `withdrawal:${id}`),
    ]);
    return {
      withdrawal: presentRow(context, row, clock.now()),
      second_approver: row.secondApprover,
      confirmed_by: row.confirmedBy,
      sent_at: iso(row.sentAt),
      hash_url: explorerUrl(simulatedChain(row.networkId) === null ? row.explorer : null, row.txHash),
      blocks: blocksOn(row),
      confirmations: row.confirmations,
      by_hand: isSentByOperators(row.networkId),
      account,
      addresses: addresses.map(presentAddress),
      payout: payout === null ? null : presentPayout(payout),
      attempts: attempts.map(presentAttempt),
      audit,
    };
  });
};
