import { setTimeout as sleep } from 'node:timers/promises';
import type { DepositCheck } from '@minerx/contract/deposit';
import { addressBytes, hashOf } from '@minerx/rules/chain-spelling';
import { unitsOfToken } from '@minerx/rules/deposit';
import type { NetworkId } from '@minerx/rules/network';
import type { Pool } from 'pg';
import type { Context } from '../../context.ts';
import { transferOf } from '../../outside/chain/evm-answers.ts';
import type { Hex, WatchedChain } from '../../outside/chain/port.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import { watchedChains } from '../../outside/outside.ts';
import { refuse } from '../../refusal.ts';
import { findDepositAddress } from './deposit-address.store.ts';
import { listDepositTerms } from './deposit-terms.query.ts';
import { listDepositsOf, type DepositRow } from './deposit.query.ts';
import { findCursor } from './deposit.store.ts';

interface DepositAnswer {
  readonly check: DepositCheck;
  readonly deposits: readonly DepositRow[];
}

/**
 * What became of a transaction, for this member: what we know of it, whatever network they name, else what the chain says. Nothing is
 * told of what moved to other members' addresses: it is `elsewhere`, like everything else that did not come to the asker's own.
 * @throws err_deposit_unavailable where nobody reads the chain, err_unavailable where its nodes do not tell.
 */
export const checkDeposit = async (
  { pool, outside }: Pick<Context, 'pool' | 'outside'>,
  memberId: bigint,
  network: NetworkId,
  typed: string,
): Promise<DepositAnswer> => {
  const hash = hashOf(typed);
  const known = () => listDepositsOf(pool, memberId, hash);
  const deposits = await known();
  if (deposits.length > 0) return { check: 'deposit', deposits };
  const chain = watchedChains(outside).get(network) ?? refuse('err_deposit_unavailable');
  const check = await orUnavailable(() => lookUp({ pool, chain }, memberId, hash));
  // The scanner may have been there meanwhile.
  const found = check === 'missed' ? await known() : [];
  return found.length > 0 ? { check: 'deposit', deposits: found } : { check, deposits: [] };
};

/** What the chain says. */
const lookUp = async (
  { pool, chain }: { pool: Pool; chain: WatchedChain },
  memberId: bigint,
  hash: Hex,
): Promise<DepositCheck> => {
  const { network } = chain;
  const receipt = await chain.receipt(hash);
  if (receipt === null) return (await chain.isKnown(hash)) ? 'pending' : 'unknown';
  if (!receipt.succeeded) return 'failed';
  const own = await findDepositAddress(pool, memberId, network);
  const address = own === null ? null : addressBytes(network, own.address);
  const came = receipt.logs
    .map(transferOf)
    .filter((transfer) => transfer !== null)
    .filter(({ to }) => to === address);
  if (came.length === 0) {
    const isOwnCoin = address !== null && (await chain.coinReceiver(hash)) === address;
    return isOwnCoin ? 'token' : 'elsewhere';
  }
  const moved = came.filter(({ amount }) => amount > 0n);
  if (moved.length === 0) return 'zero';
  const terms = await listDepositTerms(pool, network);
  const amounts = moved.flatMap(({ token, amount }) => {
    const coin = terms.find(({ contract }) => contract === token);
    return coin === undefined ? [] : [unitsOfToken(amount, coin.decimals)];
  });
  if (amounts.length === 0) return 'token';
  if (amounts.every((units) => units === 0n)) return 'dust';
  const cursor = await findCursor(pool, network);
  return cursor !== null && receipt.blockNumber <= cursor.number ? 'missed' : 'soon';
};

/** A node that hangs is waited for this long while a member looks on. */
const PATIENCE_MS = 4000;
const RETRY_AFTER_S = 5;

/**
 * What the outside does not tell now, it may tell soon.
 * @throws err_unavailable when it fails, or has not told within the patience
 */
export const orUnavailable = async <T>(ask: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> => {
  const over = new AbortController();
  const silence = sleep(patienceMs, undefined, { signal: over.signal, ref: false }).then(() =>
    refuse('err_unavailable', { retryAfterS: RETRY_AFTER_S }),
  );
  try {
    return await Promise.race([ask(), silence]);
  } catch (error) {
    if (isOutsideFailure(error)) return refuse('err_unavailable', { retryAfterS: RETRY_AFTER_S });
    throw error;
  } finally {
    silence.catch(() => undefined);
    over.abort();
  }
};
