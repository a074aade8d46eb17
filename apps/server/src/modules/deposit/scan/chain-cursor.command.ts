import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { BlockRef, WatchedChain } from '../../../outside/chain/port.ts';
import { beginCursor, findCursor, listBlocks, moveCursor, orphanAfter, type KeptBlock } from '../deposit.store.ts';

/** A chain as somebody follows it. */
export type Followed = Pick<Context, 'pool' | 'clock' | 'random' | 'log'> & { readonly chain: WatchedChain };

/** The block up to which everything is read, on the branch that the chain is on now. Null: the chain lags behind us. */
export const currentCursor = async (followed: Followed, head: BlockRef): Promise<KeptBlock | null> => {
  const { pool, clock, chain } = followed;
  const { network } = chain;
  const cursor = await findCursor(pool, network);
  if (cursor === null) {
    await inTransaction(pool, (tx) => beginCursor(tx, network, head, new Date(clock.now())));
    return findCursor(pool, network);
  }
  const stays = async ({ number, hash }: KeptBlock): Promise<boolean> =>
    (number === head.number ? head.hash : (await chain.block(number))?.hash) === hash;
  if (cursor.number <= head.number && (await stays(cursor))) return cursor;
  const blocks = await listBlocks(pool, network);
  if (cursor.number > head.number) {
    const there = blocks.find(({ number }) => number <= head.number);
    if (there !== undefined && (await stays(there))) return null;
  }
  for (const block of blocks.filter(({ number }) => number < cursor.number)) {
    if (block.number > head.number || !(await stays(block))) continue;
    return takeBack(followed, cursor, block, head.number);
  }
  throw new Error(`network ${network}: no block that we know is on the chain any more`);
};

/** What stood on the blocks behind is void. Null: somebody else was first. */
const takeBack = async (
  { pool, clock, log, chain: { network } }: Followed,
  from: KeptBlock,
  to: KeptBlock,
  head: number,
): Promise<KeptBlock | null> => {
  const lost = await inTransaction(pool, async (tx) => {
    if (!(await moveCursor(tx, network, { from, to, head, at: new Date(clock.now()) }))) return null;
    return orphanAfter(tx, network, to.number);
  });
  if (lost === null) return null;
  log.warn({ network, from: from.number, to: to.number }, 'blocks of a chain were exchanged for others');
  if (lost > 0) log.error({ network, deposits: lost }, 'credited deposits are on the chain no more');
  return to;
};
