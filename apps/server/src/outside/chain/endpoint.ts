import * as z from 'zod/mini';
import { createHttpSource, type HttpSource, type HttpSourceOptions } from '../http-source.ts';
import { SIMULATOR_ANSWERS } from '../simulator.ts';
import { provenFirst } from './proof.ts';

/** Programs that play a chain; a node of a real one calls itself something else. */
const SIMULATED_CLIENT = /anvil|hardhat|ganache|tevm|foundry/i;

const rpcError = z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) });

/**
 * Whether a contract has said no: its code ran, and the node tells what it said; or that it said nothing, which nodes of geth's family
 * tell by these very words. Every other error is a matter of the node.
 */
const isRevert = ({ code, message, data }: z.infer<typeof rpcError>): boolean =>
  code === 3 || message === 'execution reverted' || (typeof data === 'string' && /^0x[0-9a-f]{8}/i.test(data));

const answerOf = <T>(result: z.ZodMiniType<T>) =>
  z.object({
    result: z.optional(result),
    error: z.optional(rpcError),
  });

/** One node that speaks Ethereum's JSON-RPC. */
export type Endpoint = {
  health: HttpSource['health'];
  /** The result, checked. `refused` and `reverted` carry the node's own words, for people only. */
  ask<T>(method: string, params: unknown[], result: z.ZodMiniType<T>): Promise<T>;
};

/** It is asked nothing before it has told that it is on the right chain, and asked that again after each failure. */
export const createEndpoint = (options: Omit<HttpSourceOptions, 'headers'> & { chainId: number }): Endpoint => {
  const source: HttpSource = createHttpSource({ ...options, headers: { 'content-type': 'application/json' } });
  let calls = 0;

  const call = async <T>(method: string, params: unknown[], result: z.ZodMiniType<T>): Promise<T> => {
    const answer = await source.postJson('', { jsonrpc: '2.0', id: ++calls, method, params }, answerOf(result));
    const { error } = answer;
    if (error !== undefined) {
      const reason = isRevert(error) ? 'reverted' : 'refused';
      source.fail(reason, `${method}: ${error.code} ${error.message.slice(0, 200)}`);
    }
    if (answer.result === undefined) return source.fail('malformed', `${method}: no result`);
    return answer.result;
  };

  const prove = async (): Promise<void> => {
    const chainId = Number(await call('eth_chainId', [], z.string()));
    if (chainId !== options.chainId) source.fail('implausible', `it is on chain ${chainId}, not ${options.chainId}`);
    if (!options.simulated && SIMULATED_CLIENT.test(await call('web3_clientVersion', [], z.string())))
      source.fail('refused', SIMULATOR_ANSWERS);
  };

  const proven = provenFirst(prove);
  return {
    health: source.health,
    ask: (method, params, result) =>
      source.counted(async () => {
        await proven();
        return call(method, params, result);
      }),
  };
};
