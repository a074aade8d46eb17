import { HOUR_MS } from '@minerx/rules/duration';
import { addressBytes, hashOf } from '@minerx/rules/chain-spelling';
import { tokenOfUnits } from '@minerx/rules/deposit';
import { isFinal } from '@minerx/rules/finality';
import { NETWORK } from '@minerx/rules/network';
import type { Context } from '../../context.ts';
import { transferOf } from '../../outside/chain/evm-answers.ts';
import type { WatchedChain } from '../../outside/chain/port.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import { Refusal } from '../../refusal.ts';
import { confirmSent, markErrored } from './withdrawal-payout.command.ts';
import { listSentByHand, noteWithdrawalBlock, type SentByHand } from './withdrawal-proof.store.ts';

/** What a chain says of the transaction by which an operator says to have paid a withdrawal. */
type HandSight =
  /** In no block. */
  | { readonly kind: 'unseen' }
  | { readonly kind: 'paid'; readonly blockNumber: number; readonly final: boolean }
  /** It stands in a block and is not what it was said to be. */
  | { readonly kind: 'mismatch'; readonly why: string; readonly final: boolean };

type Payment = Pick<SentByHand, 'networkId' | 'address' | 'amountUnits' | 'contract' | 'decimals' | 'confirmations'> & {
  /** Since when it may be paid. */
  readonly decidedAt: Date;
};

/** Clocks of blocks and ours differ by less. */
const CLOCKS_MS = 120_000;

/** Whether a transaction pays a withdrawal: this token, this address, exactly this amount, and not before it was approved. */
export const lookForHandSent = async (chain: WatchedChain, payment: Payment, hash: string): Promise<HandSight> => {
  const receipt = await chain.receipt(hashOf(hash));
  if (receipt === null) return { kind: 'unseen' };
  const { blockNumber, logs } = receipt;
  const [head, finalized, block] = await Promise.all([chain.head(), chain.finalized(), chain.block(blockNumber)]);
  const final = isFinal(blockNumber, head.number, finalized, payment.confirmations);
  const mismatch = (why: string): HandSight => ({ kind: 'mismatch', why, final });
  if (block?.hash !== receipt.blockHash) return { kind: 'unseen' };
  if (!receipt.succeeded) return mismatch('it failed: nothing moved');
  if (block.at < payment.decidedAt.getTime() - CLOCKS_MS) return mismatch('it is older than the approval');
  const [to, token] = [payment.address, payment.contract].map((text) => addressBytes(payment.networkId, text));
  const there = logs.map(transferOf).filter((moved) => moved !== null && moved.token === token && moved.to === to);
  if (there.length === 0) return mismatch('it moves none of the coin to this address');
  const wanted = tokenOfUnits(payment.amountUnits, payment.decimals);
  return there.some((moved) => moved?.amount === wanted)
    ? { kind: 'paid', blockNumber, final }
    : mismatch('it moves another amount to this address');
};

/** A transaction that no node has heard of for so long will not come any more: TRON's are void after a day. */
const LOST_MS = 26 * HOUR_MS;

type Dependencies = Pick<Context, 'pool' | 'clock' | 'log' | 'funnel' | 'outside'>;

const by = (reason: string) => ({ actor: 'job:withdrawal-proof' as const, reason });

/**
 * Looks at what operators sent on TRON: confirms what is final and right, and what is final and wrong, or never came, is errored:
 * an operator finds out, and nothing is given back on a guess.
 */
export const proveHandSent = async (dependencies: Dependencies): Promise<void> => {
  const { pool, clock, log, funnel, outside } = dependencies;
  if (outside.tron === null) return;
  for (const sent of await listSentByHand(pool, NETWORK.TRC20)) {
    try {
      const sight = await lookForHandSent(outside.tron, sent, sent.txHash);
      if (sight.kind === 'paid') {
        if (sent.blockNumber !== sight.blockNumber) await noteWithdrawalBlock(pool, sent, sight.blockNumber);
        if (sight.final) await funnel.run(confirmSent(sent.id, by('Final on the chain, as it was to be')));
        continue;
      }
      if (sent.blockNumber !== null) await noteWithdrawalBlock(pool, sent, null);
      const lost = sight.kind === 'unseen' && clock.now() - sent.sentAt.getTime() > LOST_MS;
      const wrong = sight.kind === 'mismatch' && sight.final;
      if (!lost && !wrong) continue;
      const why = wrong ? sight.why : 'no node knows it a day later';
      log.error({ network: sent.networkId, hash: sent.txHash, reason: why }, `withdrawal ${sent.id} is errored`);
      await funnel.run(markErrored(sent.id, by(`The recorded transaction: ${why}`)));
    } catch (error) {
      // An operator was quicker, or the nodes do not tell now: the next round sees.
      if (!(error instanceof Refusal) && !isOutsideFailure(error)) throw error;
    }
  }
};
