import { hashOf } from '@minerx/rules/chain-spelling';
import { formatUnits } from '@minerx/rules/money';
import { isFinal } from '@minerx/rules/finality';
import type { NetworkId } from '@minerx/rules/network';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { transferOf } from '../../outside/chain/evm-answers.ts';
import { watchedChains } from '../../outside/outside.ts';
import { refuse } from '../../refusal.ts';
import { listOwners } from './deposit-address.store.ts';
import { getConfirmations, listDepositTerms } from './deposit-terms.query.ts';
import { findCursor, insertSeen, type SeenDeposit } from './deposit.store.ts';
import { seenDeposit } from './scan/seen-deposit.ts';

/**
 * Takes what one transaction brought to addresses of ours and the scanner did not see, because it came before the network, the address or
 * the coin was watched. It is read from the chain's nodes, and from here on is a deposit as any other: the scanner asks about its block
 * and its finality, and what is credited is borne out by its receipt once more.
 * @throws err_deposit_unavailable where nobody reads the chain, err_not_found when it is in no block or brought nothing to an address of
 *   ours, err_conflict when it is not final, not read by the scanner yet, or known already
 */
export const recordDeposits = async (
  { pool, clock, random, log, outside }: Pick<Context, 'pool' | 'clock' | 'random' | 'log' | 'outside'>,
  { network, hash }: { network: NetworkId; hash: string },
  { actor, reason }: { actor: Actor; reason: string },
): Promise<SeenDeposit[]> => {
  const chain = watchedChains(outside).get(network) ?? refuse('err_deposit_unavailable');
  const receipt = await chain.receipt(hashOf(hash));
  if (receipt === null || !receipt.succeeded) return refuse('err_not_found');
  const { blockNumber } = receipt;
  const transfers = receipt.logs.map(transferOf).filter((each) => each !== null);
  const owners = await listOwners(pool, network, [...new Set(transfers.map(({ to }) => to))]);
  const terms = await listDepositTerms(pool, network);
  const seeing = {
    clock,
    random,
    log,
    network,
    terms,
    ownerOf: (address: (typeof transfers)[number]['to']) => owners.get(address),
  };
  const found = transfers.map((each) => seenDeposit(seeing, each)).filter((each) => each !== null);
  if (found.length === 0) refuse('err_not_found');
  const [head, finalized, confirmations] = await Promise.all([
    chain.head(),
    chain.finalized(),
    getConfirmations(pool, network),
  ]);
  const cursor = await findCursor(pool, network);
  if (!isFinal(blockNumber, head.number, finalized, confirmations)) refuse('err_conflict');
  if (cursor === null || cursor.number < blockNumber) refuse('err_conflict');
  const at = new Date(clock.now());
  return inTransaction(pool, async (tx) => {
    const added = await insertSeen(tx, network, found, at);
    if (added.length === 0) refuse('err_conflict');
    const lines = added.map(({ id, memberId, walletId, txHash, raw, units }) => ({
      actor,
      action: 'deposit.record',
      subject: `deposit:${id}`,
      reason,
      detail: {
        member: String(memberId),
        network,
        wallet: walletId,
        hash: txHash,
        raw: String(raw),
        amount: formatUnits(units),
      },
    }));
    await appendAudit(tx, at, lines);
    return added;
  });
};
