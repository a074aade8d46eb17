import { formatUnits } from '@minerx/rules/money';
import { networkLabel, type NetworkId } from '@minerx/rules/network';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import type { WithdrawalReviewer } from './withdrawal-review.command.ts';
import { lockTerms, setNetworkTerms, setTerms, type AssetTerms, type NetworkTerms } from './withdrawal-terms.store.ts';

type Dependencies = Pick<Context, 'pool' | 'clock'>;

const shown = (terms: AssetTerms) => ({
  minimum: formatUnits(terms.minimumUnits),
  fee: formatUnits(terms.feeUnits),
  dailyLimit: formatUnits(terms.dailyLimitUnits),
  twoOperatorsAbove: formatUnits(terms.twoOperatorsAboveUnits),
  enabled: terms.enabled,
  contract: terms.contract,
  decimals: terms.decimals,
  minimumDeposit: formatUnits(terms.minimumDepositUnits),
  deposits: terms.deposits,
  sweepFrom: formatUnits(terms.sweepFromUnits),
  coldAbove: terms.coldAboveUnits === null ? null : formatUnits(terms.coldAboveUnits),
});

/**
 * Sets on which terms a coin comes, leaves and rests on a network; what is left out stays. What is under review keeps the fee it was asked for with.
 * @throws err_not_found when the coin does not go there
 */
export const setWithdrawalTerms = (
  { pool, clock }: Dependencies,
  place: { walletId: WalletId; networkId: NetworkId },
  change: Partial<AssetTerms>,
  { actor, reason }: WithdrawalReviewer,
): Promise<{ before: AssetTerms; after: AssetTerms }> =>
  inTransaction(pool, async (tx) => {
    const before = (await lockTerms(tx, place)) ?? refuse('err_not_found');
    const after = { ...before, ...change };
    await setTerms(tx, place, after);
    await appendAudit(tx, new Date(clock.now()), [
      {
        actor,
        action: 'withdrawal.terms',
        subject: `asset-network:${walletById(place.walletId).name}/${networkLabel(place.networkId)}`,
        reason,
        detail: { before: shown(before), after: shown(after) },
      },
    ]);
    return { before, after };
  });

/** Switches deposits or withdrawals of a whole network on or off, names its explorer, or says when something is final; what is left out stays. */
export const setNetwork = (
  { pool, clock }: Dependencies,
  networkId: NetworkId,
  change: Partial<NetworkTerms>,
  { actor, reason }: WithdrawalReviewer,
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const { before, after } = await setNetworkTerms(tx, networkId, change);
    await appendAudit(tx, new Date(clock.now()), [
      {
        actor,
        action: 'network.set',
        subject: `network:${networkLabel(networkId)}`,
        reason,
        detail: { before: { ...before }, after: { ...after } },
      },
    ]);
  });
