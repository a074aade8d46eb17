import { spellAddress } from '@minerx/rules/chain-spelling';
import { NETWORK } from '@minerx/rules/network';
import type { Clock } from '../source-health.ts';
import { OutsideFailure } from '../failure.ts';
import { agreed, reachedBy, sumOf, toldBy } from './agreement.ts';
import { transferOf } from './evm-answers.ts';
import { addressWord, balanceSignature } from './abi.ts';
import type { BlockRef, Hex, TronChain } from './port.ts';
import { blockAnswer, coinReceiverAnswer, constantAnswer, knownAnswer } from './tron-answers.ts';
import { createTronEndpoint, type TronEndpoint, type TronEndpointOptions } from './tron-endpoint.ts';
import { askBlock, askOutcome, askTransfers } from './tron-transfers.ts';

export type TronChainOptions = Pick<TronEndpointOptions, 'timeoutMs' | 'everyMs'> & {
  chainId: number;
  simulated: boolean;
  onlyPublic?: boolean;
  /** Independent nodes, two or more unless the chain is simulated; TronGrid's, or any full node with its HTTP API. */
  nodes: readonly { readonly url: string; readonly apiKey?: string }[];
  clock: Clock;
};

const refOf = ({ number, hash, parentHash, at }: BlockRef): BlockRef => ({ number, hash, parentHash, at });

const newestOf = async (endpoint: TronEndpoint, path: string): Promise<number> => {
  const block = await endpoint.post(path, { detail: false }, blockAnswer);
  return block?.number ?? 0;
};
const solidOf = (endpoint: TronEndpoint): Promise<number> => newestOf(endpoint, '/walletsolidity/getblock');

const askFinalBalance = (endpoint: TronEndpoint, token: Hex, address: Hex): Promise<bigint> =>
  endpoint.post(
    '/walletsolidity/triggerconstantcontract',
    {
      owner_address: spellAddress(NETWORK.TRC20, address),
      contract_address: spellAddress(NETWORK.TRC20, token),
      function_selector: balanceSignature,
      parameter: addressWord(address),
      visible: true,
    },
    constantAnswer,
  );

/** TRON over the HTTP API of its nodes, and TronGrid's index where they have one. Final is what its nodes call solidified. */
export const createTronChain = (options: TronChainOptions): TronChain => {
  const { nodes, chainId, simulated } = options;
  const network = NETWORK.TRC20;
  const sourceId = `chain-${network}`;
  if (nodes.length < (simulated ? 1 : 2)) throw new Error(`${sourceId} needs two endpoints or more`);
  const endpoints = nodes.map((node, index) =>
    createTronEndpoint({ ...options, ...node, sourceId: `${sourceId}.${index + 1}` }),
  );
  const all = <T>(ask: (endpoint: TronEndpoint) => Promise<T>, keyOf: (answer: T) => string | null): Promise<T> =>
    agreed(sourceId, endpoints, ask, keyOf);

  const block = async (number: number): Promise<BlockRef | null> => {
    const found = await all(
      (endpoint) => askBlock(endpoint, number, false),
      (answer) => answer?.hash ?? null,
    );
    return found && refOf(found);
  };

  return {
    network,
    chainId,
    simulated,
    // What is asked for is the blocks; who is looked for in them costs nothing.
    recipientsAtOnce: Infinity,
    // Each block is read by itself, and one that is not there is noticed.
    asksByHash: false,
    health: () => sumOf(sourceId, endpoints),
    block,
    async head() {
      // Of one node nothing is to be agreed on: its newest block is one question, and is asked twice a second.
      if (endpoints.length === 1) {
        const newest = await endpoints[0]!.post('/wallet/getblock', { detail: false }, blockAnswer);
        if (newest === null) throw new OutsideFailure(sourceId, 'not_ready', 'it has no block');
        return refOf(newest);
      }
      const number = await reachedBy(endpoints, (endpoint) => newestOf(endpoint, '/wallet/getblock'));
      const found = await block(number);
      if (found === null) throw new OutsideFailure(sourceId, 'not_ready', `block ${number} is gone`);
      return found;
    },
    finalized: () => reachedBy(endpoints, solidOf),
    async transfers(query) {
      const logs = await all(
        (endpoint) => askTransfers(endpoint, query),
        (answer) => JSON.stringify(answer),
      );
      return logs.map(transferOf).filter((transfer) => transfer !== null);
    },
    receipt: (hash) =>
      all(
        (endpoint) => askOutcome(endpoint, hash),
        (answer) => answer && `${answer.blockHash}:${answer.succeeded}:${JSON.stringify(answer.logs)}`,
      ),
    isKnown: (hash) => isKnown(endpoints, hash),
    async coinReceiver(hash) {
      const asked = { value: hash.slice(2) };
      const answers = await toldBy(
        endpoints.map((endpoint) => endpoint.post('/wallet/gettransactionbyid', asked, coinReceiverAnswer)),
      );
      return answers.find((receiver) => receiver !== null) ?? null;
    },
    finalBalance: (token, address) => all((endpoint) => askFinalBalance(endpoint, token, address), String),
    async newestFinal() {
      const numbers = await toldBy(endpoints.map((endpoint) => solidOf(endpoint)));
      return Math.max(...numbers);
    },
  };
};

/** In a block or waiting for one: nodes tell the two apart, and any one's word will do. */
const isKnown = async (endpoints: readonly TronEndpoint[], hash: Hex): Promise<boolean> => {
  const paths = ['/wallet/gettransactionbyid', '/wallet/gettransactionfrompending'];
  const told = await toldBy(
    endpoints.flatMap((endpoint) => paths.map((path) => endpoint.post(path, { value: hash.slice(2) }, knownAnswer))),
  );
  return told.some(({ txID }) => txID === hash);
};
