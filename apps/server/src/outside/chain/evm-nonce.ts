import type * as z from 'zod/mini';
import type { fullBlockAnswer } from './evm-answers.ts';
import type { Hex, SentTransaction } from './port.ts';

export type BlockTransactions = NonNullable<z.infer<typeof fullBlockAnswer>>['transactions'];

interface Reads {
  nonceAt(address: Hex, block: number): Promise<number>;
  transactionsOf(block: number): Promise<BlockTransactions>;
}

/**
 * The block in which an account used a number is the first after which it has used more: found by steps back that double, then by
 * halves. Needs nodes that remember the state of those blocks; others refuse.
 */
export const findByNonce = async (
  { nonceAt, transactionsOf }: Reads,
  address: Hex,
  nonce: number,
  upTo: number,
): Promise<SentTransaction | null> => {
  const isUsed = async (block: number): Promise<boolean> => block >= 0 && (await nonceAt(address, block)) > nonce;
  if (!(await isUsed(upTo))) return null;
  let used = upTo;
  let free = upTo - 1;
  for (let step = 2; await isUsed(free); step *= 2) {
    used = free;
    free = Math.max(-1, free - step);
  }
  while (used - free > 1) {
    const middle = Math.floor((used + free) / 2);
    if (await isUsed(middle)) used = middle;
    else free = middle;
  }
  const found = (await transactionsOf(used)).find((each) => each.from === address && each.nonce === nonce);
  return found === undefined ? null : { hash: found.hash, to: found.to ?? null, data: found.input, blockNumber: used };
};
