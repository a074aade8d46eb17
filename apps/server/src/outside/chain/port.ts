import type { NetworkId } from '@minerx/rules/network';
import type { HasHealth } from '../source-health.ts';

/** `0x` and hexadecimal digits. */
export type Hex = `0x${string}`;

/** A block as a chain names it now; a re-organisation gives the number to another one. */
export type BlockRef = {
  number: number;
  hash: Hex;
  parentHash: Hex;
  /** By its header, epoch milliseconds. */
  at: number;
};

/** One line of what a contract wrote while a transaction ran. Addresses in small letters. */
export type ChainLog = {
  address: Hex;
  topics: readonly Hex[];
  data: Hex;
  blockNumber: number;
  blockHash: Hex;
  transactionHash: Hex;
  logIndex: number;
};

/** Tokens that moved (ERC-20's `Transfer`). Addresses in small letters; the amount in the token's own smallest unit. */
export type TokenTransfer = {
  token: Hex;
  from: Hex;
  to: Hex;
  amount: bigint;
  blockNumber: number;
  blockHash: Hex;
  transactionHash: Hex;
  logIndex: number;
};

/** What became of a transaction that stands in a block. */
export type Outcome = {
  transactionHash: Hex;
  blockNumber: number;
  blockHash: Hex;
  /** False: it stands in the block, cost its gas and changed nothing. */
  succeeded: boolean;
  logs: readonly ChainLog[];
};

/** The same with what an EVM chain tells besides. */
export type Receipt = Outcome & {
  from: Hex;
  /** null: it made a contract. */
  to: Hex | null;
  gasUsed: bigint;
  /** Wei for a unit of gas. */
  gasPriceWei: bigint;
};

export type TransferQuery = {
  tokens: readonly Hex[];
  /** Only those that go to one of these; all of them when left out. */
  recipients?: readonly Hex[];
  /** Both included. */
  fromBlock: number;
  toBlock: number;
  /**
   * Of the one block that is asked about: a node that does not have it must say so, where by its number it would say that nothing
   * stands in it. Chains without such a question leave it out.
   */
  blockHash?: Hex;
};

/** Whose balance of which token. */
export type TokenPlace = { token: Hex; address: Hex };

/** A transaction as its block names it. Addresses and data in small letters. */
export type SentTransaction = {
  hash: Hex;
  /** null: it made a contract. */
  to: Hex | null;
  data: Hex;
  blockNumber: number;
};

export type Call = { to: Hex; data: Hex; from?: Hex; valueWei?: bigint };

/**
 * What is asked of every chain, to find what comes in and to prove what went out. Addresses are the twenty bytes that the network's
 * spelling of them stands for, hashes their thirty-two.
 *
 * A chain is read through all of its endpoints. What decides about money (blocks, logs, receipts, numbers, balances) is told
 * when enough endpoints say the same: two, and more than half of those named; a simulated chain has one, and it is enough.
 * Endpoints that contradict each other are `implausible`; one that lags leaves it `not_ready`. Every call throws `OutsideFailure`.
 */
export type WatchedChain = HasHealth & {
  network: NetworkId;
  chainId: number;
  /** From the configuration, never from what the chain says. */
  simulated: boolean;
  /** Recipients that a question about transfers may name; Infinity where they cost nothing. */
  recipientsAtOnce: number;
  /** Whether transfers of one block can be asked about by its hash. */
  asksByHash: boolean;
  /** The newest block that enough endpoints have. */
  head(): Promise<BlockRef>;
  /** The highest block that enough endpoints call final; below zero: none is. Endpoints that do not know the word are `refused`. */
  finalized(): Promise<number>;
  /** null: no such block yet. */
  block(number: number): Promise<BlockRef | null>;
  /** In the order of the chain's blocks. A range or a list that an endpoint finds too large is `refused` or `malformed`: ask for less. */
  transfers(query: TransferQuery): Promise<TokenTransfer[]>;
  /** null: it stands in no block. That says nothing about whether it ever will. */
  receipt(hash: Hex): Promise<Outcome | null>;
  /** Whether a transaction is known at all, in a block or waiting for one; any endpoint's word. */
  isKnown(hash: Hex): Promise<boolean>;
  /** To whom a transaction itself brought the chain's own coin; null: to nobody, or it is not known. Any endpoint's word. */
  coinReceiver(hash: Hex): Promise<Hex | null>;
};

/** TRON: its nodes tell what somebody holds by the newest final block alone. */
export type TronChain = WatchedChain & {
  /** Smallest units of the token, by the newest block that a node calls final. */
  finalBalance(token: Hex, address: Hex): Promise<bigint>;
  /** The newest block that any of its nodes calls final. */
  newestFinal(): Promise<number>;
};

/** An EVM chain. */
export type ChainReader = Omit<WatchedChain, 'receipt'> & {
  receipt(hash: Hex): Promise<Receipt | null>;
  /** How many transactions of the account stand in blocks, at the head or at a block: the number that its next one must have. */
  nonce(address: Hex, block?: number): Promise<number>;
  /** The transaction by which an account used a number, looked for in blocks up to this one; null: it is not used by then. */
  transactionBy(address: Hex, nonce: number, upTo: number): Promise<SentTransaction | null>;
  /** Wei of the chain's own coin, at the head or at a block. */
  coinBalance(address: Hex, block?: number): Promise<bigint>;
  /** Smallest units of the token, at the head or at a block. */
  tokenBalance(token: Hex, address: Hex, block?: number): Promise<bigint>;
  /** Of many at a block, in few questions; null for one that not enough endpoints tell of. @throws as the others when those are many */
  tokenBalances(asked: readonly TokenPlace[], block: number): Promise<(bigint | null)[]>;
  /** Whose an item of a collection is, at the head or at a block, in small letters; null: the contract knows none. */
  ownerOf(collection: Hex, token: bigint, block?: number): Promise<Hex | null>;
  /** `0x` where no contract lives. */
  code(address: Hex): Promise<Hex>;
  /** What a call would answer at the head; `reverted` when the contract refuses it. One endpoint's word. */
  call(call: Call): Promise<Hex>;
  /** Whether the contract refuses a call; here not one endpoint's word, for something is given back on it. */
  refuses(call: Call & { from: Hex }): Promise<boolean>;
  /** The gas that a call would take; `reverted` when the contract refuses it. One endpoint's word. */
  estimateGas(call: Call & { from: Hex }): Promise<bigint>;
  /** Wei for a unit of gas: the base fee of the head (0 on chains without one) and what is asked on top. One endpoint's word. */
  fees(): Promise<{ baseWei: bigint; priorityWei: bigint }>;
};

type ChainSender = {
  /**
   * Hands a signed transaction to every endpoint. Says nothing about what becomes of it, and an endpoint's refusal says nothing
   * either (it may have it already): receipts and nonces tell.
   * @throws OutsideFailure `unreachable` or `timeout` when no endpoint answered at all, `refused` when every one refused it.
   */
  broadcast(raw: Hex): Promise<void>;
};

export type Chain = ChainReader & ChainSender;
