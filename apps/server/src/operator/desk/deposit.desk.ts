import { operatorDeposit, operatorDeposits, type OperatorDeposit } from '@minerx/contract/operator/deposit';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { hashOf } from '@minerx/rules/chain-spelling';
import { confirmationsOf, DEPOSIT_STATUS, DEPOSIT_STATUS_NAMES, findDepositStatus } from '@minerx/rules/deposit';
import { explorerUrl } from '@minerx/rules/explorer';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import { findDepositToShow, listDepositsToShow, type DepositToShow } from '../../modules/deposit/deposit.query.ts';
import { simulatedChainOf } from '../../outside/outside.ts';
import { refuse } from '../../refusal.ts';
import { iso, listOfMember, pageOf, requireAfter, requireLook } from './desk.ts';

const blocksOn = ({ status, blockNumber, head, confirmations }: DepositToShow): number | null => {
  if (status === DEPOSIT_STATUS.CREDITED || status === DEPOSIT_STATUS.KEPT) return confirmations;
  return head === null ? null : Math.min(confirmations, confirmationsOf(Number(blockNumber), Number(head)));
};

const presentRow = (row: DepositToShow): OperatorDeposit => ({
  id: row.id,
  state: DEPOSIT_STATUS_NAMES[row.status],
  wallet: walletById(row.walletId).name,
  network: networkLabel(row.network),
  amount: formatUnits(row.units),
  member_email: row.email,
  member_id: row.memberId.toString(),
  hash: row.txHash,
  blocks: blocksOn(row),
  confirmations: row.confirmations,
  seen_at: row.seenAt.toISOString(),
  credited_at: iso(row.creditedAt),
});

export const addDepositDesk = (api: Api): void => {
  const { context } = api;
  const { pool, outside } = context;
  const simulatedChain = simulatedChainOf(outside);

  addRoute(api, operatorDeposits, { limit: perMinute(240) }, async ({ operator, query }) => {
    const { state, member: email, hash, after } = query;
    await requireLook(context, operator, 'deposit list', { state, member: email });
    const before = requireAfter(after);
    const status = state === 'all' ? null : findDepositStatus(state);
    return listOfMember(context, email, async (memberId) => {
      const filter = {
        ...(status !== null && { status }),
        ...(memberId !== undefined && { memberId }),
        ...(hash !== undefined && { txHash: hashOf(hash) }),
        ...(before !== undefined && { before }),
      };
      return pageOf(await listDepositsToShow(pool, filter, LIST_ROWS + 1), ({ id }) => id, presentRow);
    });
  });

  addRoute(api, operatorDeposit, { limit: perMinute(240) }, async ({ operator, query: { id } }) => {
    await requireLook(context, operator, 'deposit show', { id });
    const row = (isUuid(id) ? await findDepositToShow(pool, id) : null) ?? refuse('err_not_found');
    return {
      deposit: presentRow(row),
      address: row.address,
      child: row.child,
      raw: row.raw,
      block: String(row.blockNumber),
      block_hash: row.blockHash,
      log_index: row.logIndex,
      hash_url: explorerUrl(simulatedChain(row.network) === null ? row.explorer : null, row.txHash),
      minimum: formatUnits(row.minimumUnits),
      transfer_id: row.transferId,
    };
  });
};
