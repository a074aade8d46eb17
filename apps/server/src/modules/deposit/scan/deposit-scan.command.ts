import { finalBlock } from '@minerx/rules/finality';
import type { NetworkId } from '@minerx/rules/network';
import { inTransaction } from '../../../db/transaction.ts';
import { isOutsideFailure, OutsideFailure } from '../../../outside/failure.ts';
import type { BlockRef, Hex, TokenTransfer, TransferQuery, WatchedChain } from '../../../outside/chain/port.ts';
import { currentCursor, type Followed } from './chain-cursor.command.ts';
import { getConfirmations, listDepositTerms, type DepositTerms } from '../deposit-terms.query.ts';
import {
  forgetBlocksBefore,
  insertSeen,
  keepBlocks,
  keepFinal,
  listSeen,
  moveCursor,
  noteHead,
  noteRest,
  type KeptBlock,
} from '../deposit.store.ts';
import { seenDeposit } from './seen-deposit.ts';
import { WatchedAddresses } from './watched-addresses.ts';

/** Blocks this near the head may still be exchanged: the hash of each is kept. */
const WINDOW = 128;
/** Kept longer than the window, so that a branch from before it is noticed and not mistaken for another chain. */
const KEPT_BLOCKS = 2048;
/** Blocks near the head that are asked about at once, one by one. */
const NEAR_AT_ONCE = 32;
const LARGEST_RANGE = 2000;
/** Addresses are named in so many questions about transfers; where there are more, all transfers are read and matched here. */
const QUESTIONS_AT_MOST = 4;

/** Too much was asked for at once, or it took too long. */
const isTooMuch = (error: unknown): boolean =>
  isOutsideFailure(error) && ['refused', 'malformed', 'timeout'].includes(error.reason);

export interface DepositScan {
  /**
   * Reads one stretch of the chain; gives whether there is more to read at once.
   * @param told the chain's head, where it has told it just now
   */
  step(told?: BlockRef): Promise<boolean>;
}

interface Reading extends Followed {
  readonly watched: WatchedAddresses;
}

/**
 * Follows one chain: finds what comes to our addresses, notices when blocks are exchanged for others, and tells what has become
 * final. All that it knows is in the database, so it can be killed between any two statements and begun again anywhere; of two
 * at once the second finds the cursor moved and leaves.
 */
export const createDepositScan = (context: Omit<Followed, 'chain'>, chain: WatchedChain): DepositScan => {
  const reading: Reading = { ...context, chain, watched: new WatchedAddresses() };
  const { pool, log } = context;
  const { network } = chain;
  let range = LARGEST_RANGE;
  return {
    async step(told) {
      const head = told ?? (await chain.head());
      // After the head: whatever stands in it was sent to an address that had been given out before.
      await reading.watched.refresh(pool, network);
      const cursor = await currentCursor(reading, head);
      if (cursor === null) return false;
      let more = false;
      if (cursor.number < head.number) {
        await noteHead(pool, network, head.number);
        try {
          more = await readOn(reading, cursor, head, range);
          range = Math.min(LARGEST_RANGE, range * 2);
        } catch (error) {
          if (!isTooMuch(error) || range === 1) throw error;
          range = Math.max(1, range >> 2);
          log.warn({ network, range, err: error }, 'a chain is read in smaller pieces');
          return true;
        }
      } else if (chain.simulated) {
        // A simulated chain may rest for hours; of a real one that makes no blocks somebody has to know.
        await noteRest(pool, network, new Date(context.clock.now()));
      }
      await settle(reading, head);
      return more;
    },
  };
};

const moved = (network: NetworkId): never => {
  throw new OutsideFailure(`chain-${network}`, 'not_ready', 'the chain changed while it was read');
};

/** The headers of a stretch near the head, each the child of the one before. */
const readHeaders = async ({ chain }: Reading, after: KeptBlock, to: number): Promise<KeptBlock[]> => {
  const numbers = Array.from({ length: to - after.number }, (_, index) => after.number + 1 + index);
  const headers = await Promise.all(numbers.map((number) => chain.block(number)));
  let parent = after.hash;
  return headers.map((header) => {
    if (header === null || header.parentHash !== parent) return moved(chain.network);
    parent = header.hash;
    return { number: header.number, hash: header.hash };
  });
};

const readTransfers = async (
  { chain, watched }: Reading,
  terms: readonly DepositTerms[],
  range: Pick<TransferQuery, 'fromBlock' | 'toBlock' | 'blockHash'>,
): Promise<TokenTransfer[]> => {
  const tokens = terms.map(({ contract }) => contract);
  const { recipientsAtOnce } = chain;
  if (tokens.length === 0 || watched.size === 0) return [];
  if (watched.size > recipientsAtOnce * QUESTIONS_AT_MOST) return chain.transfers({ tokens, ...range });
  const all = watched.list();
  const atOnce = Math.min(recipientsAtOnce, all.length);
  const chunks = Array.from({ length: Math.ceil(all.length / atOnce) }, (_, index) =>
    all.slice(index * atOnce, (index + 1) * atOnce),
  );
  const found = await Promise.all(chunks.map((recipients) => chain.transfers({ tokens, recipients, ...range })));
  return found.flat();
};

/**
 * Near the head nodes lag behind each other, and one that does not have a block leaves out what stands in it without a word. There
 * each block is asked about by its hash, where a chain has such a question.
 */
const readNear = async (
  reading: Reading,
  terms: readonly DepositTerms[],
  headers: readonly KeptBlock[],
): Promise<TokenTransfer[]> => {
  if (!reading.chain.asksByHash)
    return readTransfers(reading, terms, { fromBlock: headers[0]!.number, toBlock: headers.at(-1)!.number });
  const found = await Promise.all(
    headers.map(({ number, hash }) =>
      readTransfers(reading, terms, { fromBlock: number, toBlock: number, blockHash: hash as Hex }),
    ),
  );
  return found.flat();
};

/** Reads a stretch and moves the cursor behind it, in one transaction. Gives whether there is more. */
const readOn = async (reading: Reading, cursor: KeptBlock, head: BlockRef, range: number): Promise<boolean> => {
  const { pool, clock, chain, watched } = reading;
  const { network } = chain;
  const at = new Date(clock.now());
  const isFar = head.number - cursor.number > WINDOW;
  const most = Math.min(range, isFar ? LARGEST_RANGE : NEAR_AT_ONCE);
  const to = Math.min(isFar ? head.number - WINDOW : head.number, cursor.number + most);
  const terms = await listDepositTerms(pool, network);
  const headers = isFar ? [(await chain.block(to)) ?? moved(network)] : await readHeaders(reading, cursor, to);
  const transfers = isFar
    ? await readTransfers(reading, terms, { fromBlock: cursor.number + 1, toBlock: to })
    : await readNear(reading, terms, headers);
  const seeing = { ...reading, network, terms, ownerOf: (address: Hex) => watched.find(address) };
  const seen = transfers.map((transfer) => seenDeposit(seeing, transfer)).filter((each) => each !== null);
  const known = new Map(headers.map(({ number, hash }) => [number, hash]));
  for (const number of new Set(seen.map(({ blockNumber }) => blockNumber))) {
    const hash = known.get(number) ?? (await chain.block(number))?.hash;
    if (seen.some((each) => each.blockNumber === number && each.blockHash !== hash)) moved(network);
  }
  const last = headers.at(-1)!;
  await inTransaction(pool, async (tx) => {
    if (!(await moveCursor(tx, network, { from: cursor, to: last, head: head.number, at }))) moved(network);
    await insertSeen(tx, network, seen, at);
    await keepBlocks(tx, network, headers);
    await forgetBlocksBefore(tx, network, to - KEPT_BLOCKS);
  });
  return to < head.number;
};

/** What has been seen and is final now. Its block is looked at once more: from here on it counts. */
const settle = async ({ pool, chain }: Reading, head: BlockRef): Promise<void> => {
  const { network } = chain;
  const confirmations = await getConfirmations(pool, network);
  const seen = await listSeen(pool, network, head.number - confirmations + 1);
  if (seen.length === 0) return;
  const final = finalBlock(head.number, confirmations, await chain.finalized());
  const due = seen.filter(({ blockNumber }) => blockNumber <= final);
  const kept: string[] = [];
  for (const number of new Set(due.map(({ blockNumber }) => blockNumber))) {
    const hash = (await chain.block(number))?.hash;
    kept.push(...due.filter((each) => each.blockNumber === number && each.blockHash === hash).map(({ id }) => id));
  }
  await keepFinal(pool, kept);
};
