import {
  operatorNftWithdrawal,
  operatorNftWithdrawals,
  type OperatorNftWithdrawal,
} from '@minerx/contract/operator/nft';
import { explorerUrl } from '@minerx/rules/explorer';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { nftCategoryOf, nftName } from '@minerx/rules/nft-collection';
import { nftWithdrawalStatusName } from '@minerx/rules/nft-status';
import { confirmedOf } from '@minerx/rules/payout';
import { nextNftStep, nftWarnings } from '@minerx/rules/withdrawal-step';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import {
  findNftWithdrawalToReview,
  LISTED_NFT_STATES,
  listNftWithdrawalsToReview,
  type NftWithdrawalToReview,
} from '../../modules/nft/nft-review.query.ts';
import { findPayout, listAttempts } from '../../modules/payout/payout.query.ts';
import { simulatedChainOf } from '../../outside/outside.ts';
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

const presentRow = (row: NftWithdrawalToReview, now: number): OperatorNftWithdrawal => {
  const seen = {
    ...row,
    createdAtMs: row.createdAt.getTime(),
    resetAtMs: row.resetAt?.getTime() ?? null,
    factorAtMs: row.factorAt?.getTime() ?? null,
  };
  return {
    id: row.id,
    state: nftWithdrawalStatusName(row.status),
    name: nftName(row.token),
    category: nftCategoryOf(row.token).name,
    network: networkLabel(row.network),
    fee: formatUnits(row.feeUnits),
    address: row.address,
    member_email: row.email,
    first_approver: row.firstApprover,
    cause: row.cause,
    hash: row.txHash,
    asked_at: row.createdAt.toISOString(),
    since: (row.decidedAt ?? row.createdAt).toISOString(),
    deadline_at: row.deadlineAt.toISOString(),
    next: nextNftStep(seen, now),
    warnings: nftWarnings(seen, now),
  };
};

export const addNftDesk = (api: Api): void => {
  const { context } = api;
  const { pool, clock, outside } = context;
  const simulatedChain = simulatedChainOf(outside);

  addRoute(api, operatorNftWithdrawals, { limit: perMinute(240) }, async ({ operator, query }) => {
    const { state, member: email, after } = query;
    await requireLook(context, operator, 'nft list', { state, member: email });
    const from = { statuses: LISTED_NFT_STATES[state], newestFirst: state !== 'pending', after: requireAfter(after) };
    const now = clock.now();
    return listOfMember(context, email, async (memberId) =>
      pageOf(
        await listNftWithdrawalsToReview(pool, { ...from, memberId }),
        ({ id }) => id,
        (row) => presentRow(row, now),
      ),
    );
  });

  addRoute(api, operatorNftWithdrawal, { limit: perMinute(240) }, async ({ operator, query: { id } }) => {
    await requireLook(context, operator, 'nft show', { id });
    const row = (isUuid(id) ? await findNftWithdrawalToReview(pool, id) : null) ?? refuse('err_not_found');
    const [account, payout, attempts, audit] = await Promise.all([
      getAccount(context, row.memberId, clock.now()),
      findPayout(pool, id),
      listAttempts(pool, [id]),
      getAuditOf(context, `nft-withdrawal:${id}`),
    ]);
    return {
      withdrawal: presentRow(row, clock.now()),
      hash_url: explorerUrl(simulatedChain(row.network) === null ? row.explorer : null, row.txHash),
      blocks: confirmedOf(row),
      confirmations: row.confirmations,
      decided_at: iso(row.decidedAt),
      owner: row.owner,
      account,
      payout: payout === null ? null : presentPayout(payout),
      attempts: attempts.map(presentAttempt),
      audit,
    };
  });
};
