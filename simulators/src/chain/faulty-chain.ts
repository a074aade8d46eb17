import type { Server } from 'node:http';
import { ChainState, RpcError, topicOf, TRANSFER_TOPIC, word, type Block, type Receipt } from './chain-state.ts';
import { createChances } from '../program/chances.ts';
import { closeServer, createJsonServer, listen, type Answer } from '../program/json-http.ts';

/** How a node of the stub misbehaves: chances in [0, 1] for one request. */
export type NodeFaults = {
  /** Nothing is done and nothing is answered. */
  loseRequest: number;
  /** It is done, and the answer never comes. */
  loseAnswer: number;
  /** It is done twice; the second answer is told. */
  twice: number;
  /** A signed transaction is taken, and refused in words. */
  refuse: number;
  /** It tells of a chain some blocks ago. */
  stale: number;
  /** It makes receipts, numbers, balances and blocks up. */
  lie: number;
};

const HONEST: NodeFaults = { loseRequest: 0, loseAnswer: 0, twice: 0, refuse: 0, stale: 0, lie: 0 };

export type FaultyChain = {
  state: ChainState;
  /** One address a node; all of them tell of the same chain. */
  urls: string[];
  /** Another behaviour for a node from now on. */
  setFaults(node: number, faults: Partial<NodeFaults>): void;
  /** What happened to requests so far, by fault. */
  counts: Record<string, number>;
  stop(): Promise<void>;
};

type Question = { id: number; method: string; params: unknown[] };

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;

/** A chain that several nodes tell of over JSON-RPC, each as badly as it is told to. The same seed misbehaves in the same way. */
export const startFaultyChain = async (
  nodes: readonly Partial<NodeFaults>[],
  { chainId = 31_337, seed = 'faults', finalAfter = 4 } = {},
): Promise<FaultyChain> => {
  const state = new ChainState(chainId, finalAfter);
  const { happens: chance, set, counts, asked } = createChances(seed, HONEST, nodes);

  const answer = (node: number, { id, method, params }: Question): Answer | null => {
    if (chance('loseRequest', node)) return null;
    const isSend = method === 'eth_sendRawTransaction';
    let result = said(state, method, params, chance('stale', node) ? 1 + (asked() % 3) : 0);
    if (isSend && chance('twice', node)) result = said(state, method, params, 0);
    if (isSend && chance('refuse', node)) result = { error: { code: -32_000, message: 'internal error' } };
    if (chance('lie', node)) result = lie(method, result, asked());
    return chance('loseAnswer', node) ? null : { body: { jsonrpc: '2.0', id, ...result } };
  };

  const servers: Server[] = [];
  const urls: string[] = [];
  for (const node of nodes.keys()) {
    const server = createJsonServer(({ body }) => answer(node, body as Question));
    urls.push(`http://127.0.0.1:${await listen(server, 0)}`);
    servers.push(server);
  }
  return {
    state,
    urls,
    counts,
    setFaults: set,
    stop: async () => void (await Promise.all(servers.map(closeServer))),
  };
};

type Said = { result?: unknown; error?: { code: number; message: string } };

const said = (state: ChainState, method: string, params: unknown[], behind: number): Said => {
  try {
    const head = state.blocks[Math.max(0, state.blocks.length - 1 - behind)]!;
    return { result: resultOf(state, head, method, params) };
  } catch (error) {
    return { error: { code: error instanceof RpcError ? error.code : -32_602, message: (error as Error).message } };
  }
};

const resultOf = (state: ChainState, head: Block, method: string, params: unknown[]): unknown => {
  const [first, second] = params as [never, never];
  switch (method) {
    case 'eth_chainId':
      return hex(state.chainId);
    case 'eth_blockNumber':
      return hex(head.number);
    case 'eth_gasPrice':
      return hex(1_000_000_000);
    case 'eth_getBlockByNumber':
      return blockOf(state, head, first, second);
    case 'eth_getTransactionReceipt':
      return receiptOf(state, head, first);
    case 'eth_getTransactionByHash':
      return (state.findWaiting(first) ?? state.receipts.get(first)?.transaction) ? { hash: first } : null;
    case 'eth_getTransactionCount':
      return hex(state.used(first, numberOf(state, head, second)));
    case 'eth_getBalance':
      return hex(10n ** 24n);
    case 'eth_getCode':
      return '0x';
    case 'eth_call':
      return called(state, head, first, second);
    case 'eth_estimateGas': {
      const { from, to, data } = first as { from: string; to: string; data: string };
      state.try(from, to, data);
      return hex(data === '0x' ? state.leastGas : state.leastGas + 39_000n);
    }
    case 'eth_sendRawTransaction':
      return state.take(first);
    case 'eth_getLogs':
      return logsOf(state, head, first);
    default:
      throw new RpcError(-32_601, `the method ${method} does not exist`);
  }
};

const numberOf = (state: ChainState, head: Block, tag: string): number => {
  if (tag === 'latest' || tag === undefined) return head.number;
  if (tag === 'finalized') return Math.max(0, head.number - state.finalAfter);
  return Number(tag);
};

const blockOf = (state: ChainState, head: Block, tag: string, full: boolean): unknown => {
  const number = numberOf(state, head, tag);
  const block = number > head.number ? undefined : state.blocks[number];
  if (block === undefined) return null;
  const { hash, parentHash, at, receipts } = block;
  const transactions = receipts.map(({ transaction: { hash: own, from, to, data, nonce } }) =>
    full ? { hash: own, from, to, input: data, nonce: hex(nonce) } : own,
  );
  return { number: hex(number), hash, parentHash, timestamp: hex(at), baseFeePerGas: '0x0', transactions };
};

const logFields = (state: ChainState, { blockNumber, hash, logs }: Receipt, position: number) =>
  logs.map((log, index) => ({
    ...log,
    blockNumber: hex(blockNumber),
    blockHash: state.blocks[blockNumber]!.hash,
    transactionHash: hash,
    logIndex: hex(position * 16 + index),
  }));

const receiptOf = (state: ChainState, head: Block, hash: string): unknown => {
  const receipt = state.receipts.get(hash);
  if (receipt === undefined || receipt.blockNumber > head.number) return null;
  const block = state.blocks[receipt.blockNumber]!;
  const { from, to } = receipt.transaction;
  return {
    transactionHash: hash,
    blockNumber: hex(block.number),
    blockHash: block.hash,
    status: receipt.succeeded ? '0x1' : '0x0',
    from,
    to,
    gasUsed: '0xea60',
    effectiveGasPrice: hex(receipt.transaction.tip),
    logs: logFields(state, receipt, block.receipts.indexOf(receipt)),
  };
};

/** `balanceOf` and `ownerOf`, at a block by taking back what came after it. */
const called = (state: ChainState, head: Block, { to, data }: { to: string; data: string }, tag: string): string => {
  const upTo = numberOf(state, head, tag);
  const later = state.blocks.slice(upTo + 1).flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs));
  const moved = later.filter(({ address, topics }) => address === to && topics.length === 3);
  if (data.startsWith('0x70a08231')) {
    const owner = `0x${data.slice(-40)}`;
    const since = moved.reduce((sum, { topics, data: amount }) => {
      if (topics[2] === topicOf(owner)) return sum + BigInt(amount);
      return topics[1] === topicOf(owner) ? sum - BigInt(amount) : sum;
    }, 0n);
    return `0x${word(state.tokens(to, owner) - since)}`;
  }
  const owner = data.startsWith('0x6352211e') ? state.ownerOf(to, BigInt(`0x${data.slice(10)}`)) : null;
  if (owner === null) throw new RpcError(3, 'execution reverted');
  return topicOf(owner);
};

type Filter = { address: string[]; topics: [string, null?, string[]?] } & (
  | { fromBlock: string; toBlock: string }
  | { blockHash: string }
);

/** By numbers it tells what it has of them, and by a hash that it does not have it. */
const logsOf = (state: ChainState, head: Block, { address, topics, ...range }: Filter): unknown => {
  const [from, to] =
    'blockHash' in range
      ? placeOf(state, head, range.blockHash)
      : [Number(range.fromBlock), Math.min(Number(range.toBlock), head.number)];
  const wanted = new Set(address.map((each) => each.toLowerCase()));
  const recipients = topics[2] ? new Set(topics[2]) : null;
  return state.blocks
    .slice(from, to + 1)
    .flatMap(({ receipts }) => receipts.flatMap((receipt, position) => logFields(state, receipt, position)))
    .filter((log) => wanted.has(log.address) && log.topics[0] === TRANSFER_TOPIC)
    .filter((log) => recipients === null || recipients.has(log.topics[2]!));
};

const placeOf = (state: ChainState, head: Block, blockHash: string): [number, number] => {
  const number = state.blocks.findLastIndex(({ hash }) => hash === blockHash);
  if (number < 0 || number > head.number) throw new RpcError(-32_000, 'unknown block');
  return [number, number];
};

/** A well-formed answer that is not so. */
const lie = (method: string, answer: Said, salt: number): Said => {
  const { result } = answer;
  switch (method) {
    case 'eth_getTransactionReceipt':
      if (result === null) return answer;
      return { result: salt % 2 === 0 ? null : { ...(result as object), status: '0x0', logs: [] } };
    case 'eth_getTransactionCount':
      return { result: hex(Number(result) + 1 + (salt % 5)) };
    case 'eth_getBlockByNumber':
      return { result: result && { ...result, hash: `0x${word(salt)}`, transactions: [] } };
    case 'eth_getBalance':
    case 'eth_call':
      return { result: `0x${word(salt)}` };
    case 'eth_estimateGas':
      return { error: { code: 3, message: 'execution reverted' } };
    case 'eth_sendRawTransaction':
      return { result: `0x${word(salt)}` };
    case 'eth_getLogs':
      return { result: [] };
    default:
      return answer;
  }
};
