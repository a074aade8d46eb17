import type { NetworkId } from '@minerx/rules/network';
import type * as z from 'zod/mini';
import { isOutsideFailure, OutsideFailure } from '../failure.ts';
import type { Clock } from '../source-health.ts';
import { balanceOfData, ownerOfData, topicOf, TRANSFER_TOPIC } from './abi.ts';
import { agreed, anyOf, reachedBy, sumOf, toldBy } from './agreement.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import {
  blockAnswer,
  fullBlockAnswer,
  hexBytes,
  logsAnswer,
  quantity,
  receiptAnswer,
  transactionAnswer,
  transferOf,
  wholeNumber,
} from './evm-answers.ts';
import { tellEach } from './tell-each.ts';
import { findByNonce, type BlockTransactions } from './evm-nonce.ts';
import type { BlockRef, Call, Chain, ChainLog, Hex, TokenPlace, TransferQuery } from './port.ts';

type EvmChainOptions = {
  network: NetworkId;
  chainId: number;
  simulated: boolean;
  onlyPublic?: boolean;
  /** Addresses of independent nodes; two or more unless the chain is simulated. */
  urls: readonly string[];
  clock: Clock;
  /** For one request to one node. */
  timeoutMs?: number;
};

/** Balances in one question; nodes take more, some providers do not. */
const BALANCES_AT_ONCE = 100;
/** Topics that nodes take in one question. */
const RECIPIENTS_AT_ONCE = 500;

const hex = (value: number | bigint): Hex => `0x${value.toString(16)}`;
const blockTag = (block: number | undefined): string => (block === undefined ? 'latest' : hex(block));
const withoutFee = ({ number, hash, parentHash, at }: BlockRef): BlockRef => ({ number, hash, parentHash, at });
const callFields = ({ to, data, from, valueWei }: Call) => ({
  to,
  data,
  ...(from && { from }),
  ...(valueWei !== undefined && { value: hex(valueWei) }),
});

/** An EVM chain (BNB Smart Chain, Arbitrum One) over JSON-RPC of its nodes. */
export const createEvmChain = (options: EvmChainOptions): Chain => {
  const { network, chainId, simulated, onlyPublic = false, urls, clock, timeoutMs } = options;
  const sourceId = `chain-${network}`;
  if (urls.length < (simulated ? 1 : 2)) throw new Error(`${sourceId} needs two endpoints or more`);
  const endpoints = urls.map((url, index) =>
    createEndpoint({
      sourceId: `${sourceId}.${index + 1}`,
      url,
      chainId,
      simulated,
      onlyPublic,
      clock,
      ...(timeoutMs !== undefined && { timeoutMs }),
    }),
  );
  const fail = (reason: 'malformed' | 'implausible' | 'not_ready', detail: string): never => {
    throw new OutsideFailure(sourceId, reason, detail);
  };
  const all = <T>(ask: (endpoint: Endpoint) => Promise<T>, keyOf: (answer: T) => string | null): Promise<T> =>
    agreed(sourceId, endpoints, ask, keyOf);
  const figure = <T>(method: string, params: unknown[], schema: z.ZodMiniType<T>): Promise<T> =>
    all((endpoint) => endpoint.ask(method, params, schema), String);

  const block = async (number: number): Promise<BlockRef | null> => {
    const found = await all(
      async (endpoint) => {
        const answer = await endpoint.ask('eth_getBlockByNumber', [hex(number), false], blockAnswer);
        return answer === null || answer.number === number ? answer : fail('malformed', `another block than ${number}`);
      },
      (answer) => answer?.hash ?? null,
    );
    return found && withoutFee(found);
  };

  return {
    network,
    chainId,
    simulated,
    recipientsAtOnce: RECIPIENTS_AT_ONCE,
    asksByHash: true,
    health: () => sumOf(sourceId, endpoints),
    block,
    async head() {
      if (endpoints.length === 1) return (await newestOf(endpoints[0]!)) ?? fail('not_ready', 'it has no block');
      const number = await reachedBy(endpoints, (endpoint) => endpoint.ask('eth_blockNumber', [], wholeNumber));
      return (await block(number)) ?? fail('not_ready', `block ${number} is gone`);
    },
    finalized: () => finalizedBy(endpoints),
    async transfers(query) {
      const logs = await all(
        (endpoint) => askLogs(endpoint, query, fail),
        (answer) => JSON.stringify(answer),
      );
      return logs.map(transferOf).filter((transfer) => transfer !== null);
    },
    receipt: (hash) =>
      all(
        async (endpoint) => {
          const answer = await endpoint.ask('eth_getTransactionReceipt', [hash], receiptAnswer);
          if (answer !== null && answer.transactionHash !== hash.toLowerCase())
            fail('malformed', 'the receipt of another transaction');
          return answer;
        },
        (answer) => answer && `${answer.blockHash}:${answer.succeeded}:${JSON.stringify(answer.logs)}`,
      ),
    ...accountReads(endpoints, figure),
    ...agreedReads(all, figure, fail),
    ...senderOf(endpoints),
  };
};

/** Of one node nothing is to be agreed on: its newest block is one question, and is asked twice a second. */
const newestOf = async (endpoint: Endpoint): Promise<BlockRef | null> => {
  const newest = await endpoint.ask('eth_getBlockByNumber', ['latest', false], blockAnswer);
  return newest && withoutFee(newest);
};

const finalizedBy = (endpoints: readonly Endpoint[]): Promise<number> =>
  reachedBy(endpoints, async (endpoint) => {
    const answer = await endpoint.ask('eth_getBlockByNumber', ['finalized', false], blockAnswer);
    return answer?.number ?? -1;
  });

type Figure = <T>(method: string, params: unknown[], schema: z.ZodMiniType<T>) => Promise<T>;
type AccountReads = Pick<Chain, 'nonce' | 'coinBalance' | 'tokenBalance' | 'code' | 'call' | 'estimateGas' | 'fees'>;

const balanceParams = ({ token, address }: TokenPlace, at: number | undefined): unknown[] => [
  { to: token, data: balanceOfData(address) },
  blockTag(at),
];

/** One alone as any other: who takes no list takes that. */
const askBalances = async (endpoint: Endpoint, part: readonly TokenPlace[], at: number): Promise<bigint[]> =>
  part.length === 1
    ? [await endpoint.ask('eth_call', balanceParams(part[0]!, at), quantity)]
    : endpoint.askAll(
        'eth_call',
        part.map((each) => balanceParams(each, at)),
        quantity,
      );

/** What is read of accounts and contracts. */
const accountReads = (endpoints: readonly Endpoint[], figure: Figure): AccountReads => ({
  nonce: (address, at) => figure('eth_getTransactionCount', [address, blockTag(at)], wholeNumber),
  coinBalance: (address, at) => figure('eth_getBalance', [address, blockTag(at)], quantity),
  tokenBalance: (token, address, at) => figure('eth_call', balanceParams({ token, address }, at), quantity),
  code: (address) => figure('eth_getCode', [address, 'latest'], hexBytes),
  call: (call) => anyOf(endpoints, (endpoint) => endpoint.ask('eth_call', [callFields(call), 'latest'], hexBytes)),
  estimateGas: (call) => anyOf(endpoints, (endpoint) => endpoint.ask('eth_estimateGas', [callFields(call)], quantity)),
  fees: () => anyOf(endpoints, askFees),
});

type Agreed = <T>(ask: (endpoint: Endpoint) => Promise<T>, keyOf: (answer: T) => string | null) => Promise<T>;

/** What something is given back on, and what is asked of many. */
const agreedReads = (
  all: Agreed,
  figure: Figure,
  fail: (reason: 'not_ready', detail: string) => never,
): Pick<Chain, 'transactionBy' | 'refuses' | 'ownerOf' | 'tokenBalances'> => {
  const nonceAt = (address: Hex, block: number): Promise<number> =>
    figure('eth_getTransactionCount', [address, hex(block)], wholeNumber);
  const transactionsOf = async (number: number): Promise<BlockTransactions> => {
    const found = await all(
      (endpoint) => endpoint.ask('eth_getBlockByNumber', [hex(number), true], fullBlockAnswer),
      (answer) => answer && JSON.stringify(answer.transactions),
    );
    return found?.transactions ?? fail('not_ready', `block ${number} is gone`);
  };
  return {
    tokenBalances: (asked, at) =>
      tellEach(asked, BALANCES_AT_ONCE, (part) => all((endpoint) => askBalances(endpoint, part, at), String)),
    transactionBy: (address, nonce, upTo) => findByNonce({ nonceAt, transactionsOf }, address, nonce, upTo),
    ownerOf: (collection, token, at) =>
      all(
        (endpoint) => askOwner(endpoint, [{ to: collection, data: ownerOfData(token) }, blockTag(at)]),
        (owner) => owner ?? 'nobody',
      ),
    refuses: (call) =>
      all(
        (endpoint) => isRefused(endpoint, call),
        (refused) => (refused ? 'refused' : 'taken'),
      ),
  };
};

/** null: the contract refuses the question, by one endpoint. */
const askOwner = async (endpoint: Endpoint, params: unknown[]): Promise<Hex | null> => {
  try {
    const told = await endpoint.ask('eth_call', params, hexBytes);
    return told.length === 66 ? `0x${told.slice(-40).toLowerCase()}` : null;
  } catch (error) {
    if (isOutsideFailure(error) && error.reason === 'reverted') return null;
    throw error;
  }
};

/** Whether the contract refuses a call, by one endpoint. */
const isRefused = async (endpoint: Endpoint, call: Call): Promise<boolean> => {
  try {
    await endpoint.ask('eth_estimateGas', [callFields(call)], quantity);
    return false;
  } catch (error) {
    if (isOutsideFailure(error) && error.reason === 'reverted') return true;
    throw error;
  }
};

/** What is known of a transaction before it stands in a block, and how it gets there. */
const senderOf = (endpoints: readonly Endpoint[]): Pick<Chain, 'isKnown' | 'coinReceiver' | 'broadcast'> => ({
  isKnown: async (hash) => (await askTransaction(endpoints, hash)) !== null,
  async coinReceiver(hash) {
    const found = await askTransaction(endpoints, hash);
    return found?.to && found.value > 0n ? found.to : null;
  },
  async broadcast(raw) {
    const answers = await Promise.allSettled(
      endpoints.map((endpoint) => endpoint.ask('eth_sendRawTransaction', [raw], hexBytes)),
    );
    if (answers.some(({ status }) => status === 'fulfilled')) return;
    const failures = answers.map((each) => (each.status === 'rejected' ? (each.reason as unknown) : null));
    // Whoever did not answer may have passed it on, which says more than a refusal.
    throw failures.find((error) => isOutsideFailure(error) && error.reason !== 'refused') ?? failures[0];
  },
});

/** By any endpoint that knows it. */
const askTransaction = async (endpoints: readonly Endpoint[], hash: Hex) => {
  const told = await toldBy(
    endpoints.map((endpoint) => endpoint.ask('eth_getTransactionByHash', [hash], transactionAnswer)),
  );
  return told.find((found) => found !== null) ?? null;
};

const askLogs = async (
  endpoint: Endpoint,
  { tokens, recipients, fromBlock, toBlock, blockHash }: TransferQuery,
  fail: (reason: 'malformed' | 'not_ready', detail: string) => never,
): Promise<ChainLog[]> => {
  const filter = {
    address: tokens,
    ...(blockHash === undefined ? { fromBlock: hex(fromBlock), toBlock: hex(toBlock) } : { blockHash }),
    topics: [TRANSFER_TOPIC, ...(recipients === undefined ? [] : [null, recipients.map(topicOf)])],
  };
  const logs = await endpoint.ask('eth_getLogs', [filter], logsAnswer).catch((error: unknown) => {
    const isMissing = blockHash !== undefined && isOutsideFailure(error) && error.reason === 'refused';
    throw isMissing ? fail('not_ready', `block ${blockHash} is not there`) : error;
  });
  // A node that lags says nothing of it: it leaves out what stands in blocks that it does not have.
  const isBehind =
    blockHash === undefined &&
    (await endpoint.ask('eth_getBlockByNumber', [hex(toBlock), false], blockAnswer)) === null;
  if (isBehind) fail('not_ready', `block ${toBlock} is not there`);
  const asked = new Set(tokens.map((token) => token.toLowerCase()));
  if (logs.some((log) => !asked.has(log.address) || log.blockNumber < fromBlock || log.blockNumber > toBlock))
    fail('malformed', 'logs that were not asked for');
  return logs.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
};

/** Half of the chain's blocks pay nothing on top where the base fee is 0 (BNB Smart Chain): its price of gas is all there is. */
const askFees = async (endpoint: Endpoint): Promise<{ baseWei: bigint; priorityWei: bigint }> => {
  const [head, priceWei] = await Promise.all([
    endpoint.ask('eth_getBlockByNumber', ['latest', false], blockAnswer),
    endpoint.ask('eth_gasPrice', [], quantity),
  ]);
  const baseWei = head?.baseWei ?? 0n;
  return { baseWei, priorityWei: priceWei > baseWei ? priceWei - baseWei : 0n };
};
