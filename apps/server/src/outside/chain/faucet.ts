import { spellAddress } from '@minerx/rules/chain-spelling';
import { NETWORK } from '@minerx/rules/network';
import { createHttpSource } from '../http-source.ts';
import type { Clock } from '../source-health.ts';
import { transferData } from './abi.ts';
import { createEndpoint } from './endpoint.ts';
import { hash } from './evm-answers.ts';
import type { Hex } from './port.ts';
import { knownAnswer } from './tron-answers.ts';

/** Gives tokens of a development chain away, from an account that the chain itself signs for. */
export type Faucet = {
  /** Sends smallest units of a token and gives the transaction's hash. @throws OutsideFailure */
  give(token: Hex, to: Hex, amount: bigint): Promise<Hex>;
};

/** The account of a development chain that holds what is given away: the second of those that every one of them has. */
export const FAUCET_ACCOUNT: Hex = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

export const createFaucet = (options: { url: string; chainId: number; clock: Clock }): Faucet => {
  const endpoint = createEndpoint({ ...options, sourceId: 'faucet', simulated: true });
  return {
    give: (token, to, amount) =>
      endpoint.ask('eth_sendTransaction', [{ from: FAUCET_ACCOUNT, to: token, data: transferData(to, amount) }], hash),
  };
};

/** The same on a simulated TRON, which gives without anybody's signature. */
export const createTronFaucet = (options: { url: string; clock: Clock }): Faucet => {
  const source = createHttpSource({ ...options, sourceId: 'tron-faucet', simulated: true });
  const spell = (bytes: Hex): string => spellAddress(NETWORK.TRC20, bytes);
  return {
    give: (token, to, amount) =>
      source.counted(async () => {
        const asked = { contract: spell(token), to: spell(to), value: amount.toString() };
        const { txID } = await source.postJson('/give', asked, knownAnswer);
        return txID ?? source.fail('refused', 'nothing was given');
      }),
  };
};
