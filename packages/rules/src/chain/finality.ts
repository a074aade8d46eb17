/**
 * The highest block that will not be taken back: as deep as the network asks for by our own count, and final by the chain's own word. No
 * count stands in for that word: on a chain that one machine orders, such as Arbitrum One, any number of blocks is that machine's promise.
 * @param finalized the highest block that the chain calls final
 */
export const finalBlock = (head: number, confirmations: number, finalized: number): number =>
  Math.min(head - confirmations + 1, finalized);

/** Whether a block will stay. */
export const isFinal = (block: number, head: number, finalized: number, confirmations: number): boolean =>
  block <= finalBlock(head, confirmations, finalized);
