import type { Deposit, DepositOption as PresentedOption } from '@minerx/contract/deposit';
import { expectedSeconds } from '@minerx/rules/block-time';
import { confirmationsOf, DEPOSIT_STATUS } from '@minerx/rules/deposit';
import { MINUTE_MS } from '@minerx/rules/duration';
import { explorerUrl } from '@minerx/rules/explorer';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import type { SimulatedChain } from '../../outside/outside.ts';
import type { DepositOption } from './deposit-address.store.ts';
import type { DepositRow } from './deposit.query.ts';

/** A chain that was not read for longer is said not to be read: every chain is looked at far more often. */
const READ_MS = 3 * MINUTE_MS;

/** Whether a chain is read now, so that what is sent appears in its time. */
export const isRead = ({ readAt }: DepositOption, nowMs: number): boolean =>
  readAt !== null && nowMs - readAt.getTime() <= READ_MS;

export const presentDepositTerms = (
  option: DepositOption,
  simulatedChain: SimulatedChain,
): Omit<PresentedOption, 'network_read'> => {
  const { walletId, network, minimumUnits, confirmations } = option;
  const chain = simulatedChain(network);
  return {
    wallet_type: walletId,
    wallet_type_name: walletById(walletId).name,
    network: networkLabel(network),
    deposit_minimum: formatUnits(minimumUnits),
    deposit_confirmations: confirmations,
    deposit_expected_seconds: expectedSeconds(network, confirmations, chain !== null),
    simulated_chain_id: chain,
  };
};

/** Blocks on it, at most as many as are needed: what is final has them all, what was orphaned has none. */
const confirmedOf = ({ status, head, blockNumber, confirmations }: DepositRow): number => {
  if (status === DEPOSIT_STATUS.ORPHANED) return 0;
  if (status !== DEPOSIT_STATUS.SEEN) return confirmations;
  return head === null ? 0 : Math.min(confirmations, confirmationsOf(Number(blockNumber), Number(head)));
};

export const presentDeposit = (row: DepositRow, simulatedChain: SimulatedChain): Deposit => {
  const chain = simulatedChain(row.network);
  return {
    id: row.id,
    wallet_type: row.walletId,
    wallet_type_name: walletById(row.walletId).name,
    network: networkLabel(row.network),
    deposit_amount: formatUnits(row.units),
    deposit_address: row.address,
    deposit_hash: row.txHash,
    deposit_status: row.status,
    deposit_confirmed: confirmedOf(row),
    deposit_confirmations: row.confirmations,
    deposit_minimum: formatUnits(row.minimumUnits),
    deposit_expected_seconds: expectedSeconds(row.network, row.confirmations, chain !== null),
    deposit_explorer: explorerUrl(chain === null ? row.explorer : null, row.txHash),
    simulated_chain_id: chain,
    deposit_seen_date: row.seenAt.toISOString(),
    deposit_credited_date: row.creditedAt?.toISOString() ?? null,
  };
};
