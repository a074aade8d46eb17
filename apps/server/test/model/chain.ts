import { NETWORK } from '@minerx/rules/network';
import type { ChainState, Receipt } from '../../../../simulators/src/chain/chain-state.ts';
import type {
  Receipt as Answer,
  BlockRef,
  ChainReader,
  Hex,
  TokenTransfer,
  TransferQuery,
} from '../../src/outside/chain/port.ts';

/** What the scanner asks, answered by the chain itself. */
export const readerOf = (state: ChainState): ChainReader => {
  const reader: Partial<ChainReader> = {
    network: NETWORK.BEP20,
    chainId: state.chainId,
    simulated: true,
    recipientsAtOnce: 500,
    asksByHash: true,
    head: async () => refOf(state, state.head.number)!,
    finalized: async () => Math.max(0, state.head.number - state.finalAfter),
    block: async (number) => refOf(state, number),
    transfers: async (query) => transfersOf(state, query),
    receipt: async (hash) => outcomeOf(state, hash),
  };
  return reader as ChainReader;
};

const refOf = (state: ChainState, number: number): BlockRef | null => {
  const block = state.blocks[number];
  return block === undefined
    ? null
    : { number, hash: block.hash as Hex, parentHash: block.parentHash as Hex, at: block.at * 1000 };
};

const transfersOf = (state: ChainState, { tokens, recipients, fromBlock, toBlock }: TransferQuery): TokenTransfer[] =>
  state.blocks
    .slice(fromBlock, toBlock + 1)
    .flatMap(({ hash, receipts }) =>
      receipts.flatMap((receipt, place) =>
        receipt.logs.map((log, line) => transferOf(receipt, log, hash, place * 16 + line)),
      ),
    )
    .filter(({ token, to }) => tokens.includes(token) && (recipients === undefined || recipients.includes(to)));

const outcomeOf = (state: ChainState, hash: Hex): Answer | null => {
  for (const block of state.blocks)
    for (const [place, receipt] of block.receipts.entries()) {
      if (receipt.hash !== hash) continue;
      const at = { blockNumber: receipt.blockNumber, blockHash: block.hash, transactionHash: hash };
      const logs = receipt.logs.map((log, line) => ({ ...log, ...at, logIndex: place * 16 + line }));
      return { ...at, succeeded: true, logs } as unknown as Answer;
    }
  return null;
};

const addressOf = (topic: string): Hex => `0x${topic.slice(-40)}`;

const transferOf = (
  { blockNumber, hash }: Receipt,
  { address, topics, data }: Receipt['logs'][number],
  blockHash: string,
  logIndex: number,
): TokenTransfer => ({
  token: address as Hex,
  from: addressOf(topics[1]!),
  to: addressOf(topics[2]!),
  amount: BigInt(data),
  blockNumber,
  blockHash: blockHash as Hex,
  transactionHash: hash as Hex,
  logIndex,
});
