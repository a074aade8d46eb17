import { unitsOfToken } from '@minerx/rules/deposit';
import { MAX_UNITS } from '@minerx/rules/money';
import { inTransaction } from '../../db/transaction.ts';
import { uuidV7 } from '../../base/ids.ts';
import type { Hex, TokenTransfer, WatchedChain } from '../../outside/chain/port.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import { placeOf, type Reconciling } from './reconciling.ts';
import { PLACE, type HouseReceipt } from './reconciliation.ts';
import { insertHouseReceipt, insertOpenedWallet, moveHouseCursor } from './reconciliation.store.ts';

const LARGEST_RANGE = 2000;

/** Transfers in a stretch, in smaller pieces where an endpoint finds it too large. */
const readTransfers = async (
  chain: WatchedChain,
  query: { tokens: readonly Hex[]; recipients: readonly Hex[] },
  from: number,
  to: number,
): Promise<TokenTransfer[]> => {
  try {
    return await chain.transfers({ ...query, fromBlock: from, toBlock: to });
  } catch (error) {
    if (from === to || !isOutsideFailure(error) || !['refused', 'malformed', 'timeout'].includes(error.reason))
      throw error;
    const middle = from + ((to - from) >> 1);
    return [
      ...(await readTransfers(chain, query, from, middle)),
      ...(await readTransfers(chain, query, middle + 1, to)),
    ];
  }
};

/**
 * A transfer to a wallet of ours as money of the house. Null for one that stays in its place, and for what a payout of ours moves from a
 * deposit address: that is booked with it.
 */
const receiptOf = (
  { tokens, wallets, byHand, isDeposit }: Reconciling,
  { token, from, to, amount, transactionHash, logIndex, blockNumber }: TokenTransfer,
): HouseReceipt | null => {
  const coin = tokens.find(({ contract }) => contract === token);
  const fromDeposit = isDeposit(from);
  const [place, source] = [placeOf(wallets, to), fromDeposit ? PLACE.DEPOSIT : placeOf(wallets, from)];
  if (coin === undefined || place === null || place === source || amount === 0n || (fromDeposit && !byHand))
    return null;
  const units = unitsOfToken(amount, coin.decimals);
  if (units > MAX_UNITS) return null;
  return {
    walletId: coin.walletId,
    place,
    source,
    sender: from,
    txHash: transactionHash,
    logIndex,
    blockNumber,
    raw: amount,
    units,
  };
};

/** Notes what came to the wallets that are opened, up to a block, and moves the cursor there. False: somebody else moved it. */
export const readReceipts = async (
  reconciling: Reconciling,
  opened: readonly string[],
  cursor: number,
  to: number,
): Promise<boolean> => {
  const { pool, clock, random, chain, tokens, log } = reconciling;
  for (let from = cursor; from < to;) {
    const upTo = Math.min(to, from + LARGEST_RANGE);
    const query = { tokens: tokens.map(({ contract }) => contract as Hex), recipients: opened as readonly Hex[] };
    const transfers = opened.length === 0 ? [] : await readTransfers(chain, query, from + 1, upTo);
    const receipts = transfers.map((each) => receiptOf(reconciling, each)).filter((each) => each !== null);
    const at = new Date(clock.now());
    const moved = await inTransaction(pool, async (tx) => {
      if (!(await moveHouseCursor(tx, chain.network, from, upTo))) return false;
      for (const receipt of receipts)
        await insertHouseReceipt(tx, chain.network, receipt, { id: uuidV7(clock, random), at });
      return true;
    });
    if (!moved) return false;
    for (const { sender, raw, place } of receipts)
      log.info(
        { job: 'reconciliation', network: chain.network, sender, place, raw: String(raw) },
        'the house has sent itself money',
      );
    from = upTo;
  }
  return true;
};

export type Opening = Omit<HouseReceipt, 'source' | 'units' | 'txHash' | 'logIndex' | 'blockNumber'>;

/** Wallets that are looked at for the first time: from here on what comes to them is read, and what they hold is the house's. */
export const openWallets = async (
  { pool, clock, random, chain, tokens }: Reconciling,
  opened: readonly { readonly address: string; readonly place: HouseReceipt['place'] }[],
  openings: readonly Opening[],
  block: { readonly number: number; readonly hash: string; readonly isFirst: boolean },
): Promise<boolean> =>
  inTransaction(pool, async (tx) => {
    if (block.isFirst && !(await moveHouseCursor(tx, chain.network, null, block.number))) return false;
    for (const { address, place } of opened) await insertOpenedWallet(tx, chain.network, address, place);
    const at = new Date(clock.now());
    for (const [index, opening] of openings.entries()) {
      const { decimals } = tokens.find(({ walletId }) => walletId === opening.walletId)!;
      const receipt: HouseReceipt = {
        ...opening,
        source: null,
        txHash: block.hash,
        logIndex: -1 - index,
        blockNumber: block.number,
        units: unitsOfToken(opening.raw, decimals),
      };
      await insertHouseReceipt(tx, chain.network, receipt, { id: uuidV7(clock, random), at });
    }
    return true;
  });
