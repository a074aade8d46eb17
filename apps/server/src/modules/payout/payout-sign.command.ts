import type { RefusalCode } from '@minerx/contract/refusal';
import { COMPARED_WITHIN_MINUTES, feesFor, PAYOUT_STATUS, type Fees } from '@minerx/rules/payout';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../ports.ts';
import type { Chain, Hex } from '../../outside/chain/port.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import { contractCall } from '../../outside/signer/call-data.ts';
import { SigningRefused, type SignedTransaction, type Signer } from '../../outside/signer/port.ts';
import { isUuid } from '../../base/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { findOutgoingRefusal, RECENT_RESET } from '../member/outgoing.ledger.ts';
import type { Attempt, Payout } from './payout.ts';
import { findAccount, findPayout } from './payout.query.ts';
import {
  fillIdOf,
  findForbidden,
  giveBackNumber,
  insertFill,
  keepAttempt,
  leaveNumber,
  noteTrouble,
  takeKnownNumber,
} from './payout.store.ts';

/** What becomes of the noun that a payout pays. Each may be called again. */
export interface PayoutEndings {
  confirmed(payout: Payout, hash: string): Promise<void>;
  /** @param cause 'refused', 'reverted', 'replaced' */
  failed(payout: Payout, cause: PayoutCause): Promise<void>;
  errored(payout: Payout): Promise<void>;
}

/** Why a payout did not take place: the contract refused it before it was sent, or on the chain; or something else has its number. */
export type PayoutCause = 'refused' | 'reverted' | 'replaced';

export interface SenderDependencies {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signer: Signer;
  /** Address of the hot wallet: what another key has sent is followed, and not signed again. */
  readonly sender: string;
  readonly endings: PayoutEndings;
  /** Blocks until something is final, of a network. */
  confirmations(networkId: number): Promise<number>;
  /** Whether the books of a network were held against its chain lately; left out: nobody asks. */
  isCompared?(networkId: number): boolean;
  /** Counts what the signer refused. */
  countRefusal?(code: string): void;
  /** Tests and fault campaigns end the sender here. */
  checkpoint?(name: Checkpoint): void;
}

/** @internal */
export type Checkpoint = 'numbered' | 'signed' | 'filled' | 'kept' | 'told' | 'final';

/** Gas for what was estimated before and cannot be now. */
const USUAL_GAS = 200_000n;
/** A payout that cannot go on now is looked at again after this time. */
export const LOOK_AGAIN_MS = 15_000;

/** A chain that fails this often in one round is away: the rest waits for the next one. */
const FAILURES_BORNE = 5;

/**
 * Goes through payouts of a chain; one that it does not answer about waits, and one whose end is refused stays as it is: neither
 * keeps the others from anything.
 * @param together how many at once
 */
export const eachPayout = async <T>(
  { log }: Pick<SenderDependencies, 'log'>,
  payouts: readonly T[],
  work: (payout: T) => Promise<void>,
  together = 1,
): Promise<void> => {
  let failures = 0;
  const rest = payouts.values();
  const lane = async (): Promise<void> => {
    for (const payout of rest) {
      try {
        await work(payout);
      } catch (error) {
        if (error instanceof Refusal) {
          log.error({ job: 'payout', reason: error.code }, 'a payout does not go on: its books refuse it');
          continue;
        }
        failures += 1;
        if (!isOutsideFailure(error) || failures >= FAILURES_BORNE) throw error;
      }
    }
  };
  // All lanes come to their end, so that nothing is left running when this one throws.
  const ended = await Promise.allSettled(Array.from({ length: together }, lane));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
};

/** Tells a chain; what it answers decides nothing. */
export const tell = async (chain: Chain, raw: string): Promise<void> => {
  try {
    await chain.broadcast(raw as Hex);
  } catch (error) {
    if (!isOutsideFailure(error)) throw error;
  }
};

/** Whether the signer has the key of who sends it: a deposit address whose number the signer derives its key from, or the hot wallet of today. */
export const isOurs = ({ kind, sender }: Payout, hot: string): boolean => kind === 'sweep' || sender === hot;

/** What a call takes; or its contract refuses it; or nodes do not say, which tells nothing of it. */
export type Gas = bigint | 'reverted' | 'unsaid';

/**
 * Gas with a quarter to spare. Asked for coins too: where the chain below is paid by the gas (Arbitrum), no transaction takes a
 * fixed amount.
 */
export const estimate = async (
  chain: Chain,
  { intent, sender }: Pick<Payout, 'intent' | 'sender'>,
  hot: string,
): Promise<Gas> => {
  // Coins take the same whoever gets them: where ours go lives no contract.
  const to = contractCall(intent, hot) ?? ({ to: sender as Hex, data: '0x' } as const);
  const call = { ...to, from: sender as Hex };
  try {
    return ((await chain.estimateGas(call)) * 5n) / 4n;
  } catch (error) {
    if (!isOutsideFailure(error) || error.reason !== 'reverted') return unsaid(error);
  }
  return chain.refuses(call).then((refused) => (refused ? 'reverted' : USUAL_GAS), unsaid);
};

/** A node that answers with an error of its own says nothing of the call, and is there: what else it is asked for goes on. */
const unsaid = (error: unknown): 'unsaid' => {
  if (isOutsideFailure(error) && error.reason === 'refused') return 'unsaid';
  throw error;
};

/** `USUAL_GAS` for what is not said. */
const gasOr = (gas: Gas): bigint => (typeof gas === 'bigint' ? gas : USUAL_GAS);

/**
 * Has a payout signed under its number, keeps the transaction, and tells it to the chain; in this order, so that whatever a
 * chain has heard of stands in our books. Gives whether it was told.
 * @param terms null: as a new one would pay.
 */
export const signAndTell = async (
  dependencies: SenderDependencies,
  chain: Chain,
  payout: Numbered,
  terms: { readonly fees: Fees; readonly gas: bigint } | null,
): Promise<boolean> => {
  const { pool, clock, log, signer, sender, checkpoint } = dependencies;
  if (!isOurs(payout, sender)) {
    await noteTrouble(pool, payout.id, 'the hot wallet has another key now');
    return false;
  }
  const fees = terms?.fees ?? feesFor(await chain.fees());
  const gas = terms?.gas ?? gasOr(await estimate(chain, payout, sender));
  const { id: requestId, chainId, nonce, intent } = payout;
  const forbidden = await findForbidden(pool, payout.id);
  if (forbidden !== null) {
    if (payout.waitsFor !== forbidden)
      log.error({ job: 'payout', reason: forbidden }, `payout ${payout.id} is not signed`);
    await noteTrouble(pool, payout.id, forbidden);
    return false;
  }
  // What is out already goes on: holding back one that pays more would not call it back.
  const held = payout.status === PAYOUT_STATUS.SENT ? null : await findHold(dependencies, payout);
  if (held !== null) {
    // A deposit address keeps none but its own waiting, and a fill is signed with the hot wallet's key.
    if (payout.kind === 'sweep') {
      await noteTrouble(pool, payout.id, held);
      return false;
    }
    if (await letGo(dependencies, chain, payout, held)) return false;
    log.error({ job: 'payout', reason: held }, `payout ${payout.id} was signed before, and goes on`);
  }
  try {
    const { raw, hash } = await signer.sign({ requestId, chainId, nonce, intent, gas, ...fees });
    checkpoint?.('signed');
    const kept = attemptOf(payout.id, { raw, hash }, { fees, gas }, new Date(clock.now()));
    const isKept = await inTransaction(pool, (tx) => keepAttempt(tx, kept, nonce));
    if (!isKept) return false;
    checkpoint?.('kept');
    await tell(chain, raw);
    checkpoint?.('told');
    return true;
  } catch (error) {
    if (!(error instanceof SigningRefused)) throw error;
    await takeRefusal(dependencies, chain, payout, error);
    return false;
  }
};

const attemptOf = (
  payoutId: string,
  signed: SignedTransaction,
  { fees, gas }: { fees: Fees; gas: bigint },
  createdAt: Date,
): Omit<Attempt, 'broadcastAt'> => ({
  ...signed,
  payoutId,
  maxFeeWei: fees.maxFeePerGas,
  tipWei: fees.maxPriorityFeePerGas,
  gas,
  createdAt,
});

const HOLDS: Partial<Record<RefusalCode, string>> = {
  err_account_frozen: 'the account is frozen',
  err_recent_reset: RECENT_RESET,
};

const UNCOMPARED = `the books were not held against this chain for ${COMPARED_WITHIN_MINUTES} minutes`;

/**
 * Why a payout may not leave now, asked until something is signed: its chain was not compared lately, or its account is held, whenever it
 * was approved. Null: it may.
 */
export const findHold = async (
  { pool, clock, isCompared }: Pick<SenderDependencies, 'pool' | 'clock' | 'isCompared'>,
  { id, kind, networkId }: Pick<Payout, 'id' | 'kind' | 'networkId'>,
): Promise<string | null> => {
  // A number that is filled moves nothing, and without it nothing behind it is mined.
  if (kind !== 'fill' && isCompared?.(networkId) === false) return UNCOMPARED;
  const account = await findAccount(pool, id);
  const refusal = account === null ? null : findOutgoingRefusal(account, new Date(clock.now()));
  return refusal === null ? null : (HOLDS[refusal.code] ?? refusal.code);
};

type Numbered = Payout & { readonly nonce: number };

const leaving = ({ clock }: Pick<SenderDependencies, 'clock'>, { nonce }: Numbered, waitsFor: string) => ({
  nonce,
  waitsFor,
  notBefore: new Date(clock.now() + LOOK_AGAIN_MS),
});

/**
 * Has a payout wait that must not be signed now, so that it keeps no other. Whether it was signed is not always known: an answer of the
 * signer may have been lost, or be under way. But under one number the signer signs one request and no other, so it is asked for a
 * transaction that moves nothing, and the next payout gets the next number. False: the payout itself was signed under it.
 */
const letGo = async (
  dependencies: SenderDependencies,
  chain: Chain,
  payout: Numbered,
  waitsFor: string,
): Promise<boolean> => {
  const { pool, clock, signer, sender, checkpoint } = dependencies;
  const { chainId, nonce } = payout;
  if (payout.sender !== sender) throw new Error(`payout ${payout.id} has no number of the hot wallet`);
  const [id, intent] = [fillIdOf(payout, nonce), { kind: 'fill' } as const];
  const left = leaving(dependencies, payout, waitsFor);
  const fees = feesFor(await chain.fees());
  const gas = gasOr(await estimate(chain, { intent, sender }, sender));
  try {
    const signed = await signer.sign({ requestId: id, chainId, nonce, intent, gas, ...fees });
    checkpoint?.('filled');
    const kept = attemptOf(id, signed, { fees, gas }, new Date(clock.now()));
    const isKept = await inTransaction(pool, async (tx) => {
      if (!(await leaveNumber(tx, payout.id, left))) return false;
      await insertFill(tx, payout, nonce, kept.createdAt);
      return keepAttempt(tx, kept, nonce);
    });
    if (isKept) await tell(chain, signed.raw);
    return true;
  } catch (error) {
    if (!(error instanceof SigningRefused)) throw error;
    const { code, holder } = error;
    if (code !== 'nonce_taken') {
      await noteTrouble(pool, payout.id, `the signer: ${code}`);
      return true;
    }
    if (holder === null || holder === payout.id) return false;
    await inTransaction(pool, (tx) => giveBackNumber(tx, payout, left));
    await goOnWith(pool, payout, holder);
    return true;
  }
};

/** What the signer has signed under a number, in days that our books do not know of, goes on under it. */
const goOnWith = async (pool: Pool, { chainId, sender, nonce }: Numbered, id: string): Promise<void> => {
  const known = isUuid(id) ? await findPayout(pool, id) : null;
  if (known?.chainId !== chainId || known.sender !== sender) return;
  await inTransaction(pool, (tx) => takeKnownNumber(tx, id, nonce));
};

/** The signer's no to a payout that has a number: with something signed it goes on with that; without, the number is given back. */
const takeRefusal = async (
  dependencies: SenderDependencies,
  chain: Chain,
  payout: Numbered,
  refused: SigningRefused,
): Promise<void> => {
  const { pool, log, countRefusal, endings } = dependencies;
  const { id, status, kind } = payout;
  countRefusal?.(refused.code);
  log.error({ job: 'payout', reason: refused.code }, `the signer refuses payout ${id}`);
  // Signed before in days that our books do not know of: under that number and no other.
  const known = refused.code === 'nonce_bound' ? refused.nonce : null;
  if (known !== null && (await inTransaction(pool, (tx) => takeKnownNumber(tx, id, known)))) return;
  const waitsFor = `the signer: ${refused.code}`;
  // A fill has no other number to go to.
  if (status === PAYOUT_STATUS.SENT || kind === 'fill') return noteTrouble(pool, id, waitsFor);
  // At the first asking under a number nothing can have been signed under it; and a deposit address keeps none but its own waiting.
  if ((status === PAYOUT_STATUS.WAITING && refused.code !== 'nonce_taken') || kind === 'sweep')
    await inTransaction(pool, (tx) => giveBackNumber(tx, payout, leaving(dependencies, payout, waitsFor)));
  else if (!(await letGo(dependencies, chain, payout, waitsFor))) return noteTrouble(pool, id, waitsFor);
  // No policy ever lets it go there: it was never signed, and never will be. And coins for gas are as many as gas cost when they were
  // planned: where that is more than the policy allows, others are planned.
  if (refused.code === 'receiver' || (kind === 'top_up' && refused.code === 'amount'))
    await endings.failed(payout, 'refused');
};
