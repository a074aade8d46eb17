import * as z from 'zod/mini';
import { createHttpSource, type HttpSource, type HttpSourceOptions } from '../http-source.ts';
import { SIMULATOR_ANSWERS } from '../simulator.ts';
import { provenFirst } from './proof.ts';

/** Programs that play a chain; a node of a real one calls itself something else. */
const SIMULATED_CLIENT = /anvil|hardhat|ganache|tevm|foundry/i;

const rpcError = z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) });

type RpcError = z.infer<typeof rpcError>;

/**
 * Whether a contract has said no: its code ran, and the node tells what it said; or that it said nothing, which nodes of geth's family
 * tell by these very words. Every other error is a matter of the node.
 */
const isRevert = ({ code, message, data }: RpcError): boolean =>
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
  /** The same question for each of several, in one request; one that is refused refuses all. */
  askAll<T>(method: string, each: readonly unknown[][], result: z.ZodMiniType<T>): Promise<T[]>;
};

/** It is asked nothing before it has told that it is on the right chain, and asked that again after each failure. */
export const createEndpoint = (options: Omit<HttpSourceOptions, 'headers'> & { chainId: number }): Endpoint => {
  const source: HttpSource = createHttpSource({ ...options, headers: { 'content-type': 'application/json' } });
  let calls = 0;

  const resultIn = <T>(
    method: string,
    { result, error }: { result?: T | undefined; error?: RpcError | undefined },
  ): T => {
    if (error !== undefined) {
      const reason = isRevert(error) ? 'reverted' : 'refused';
      source.fail(reason, `${method}: ${error.code} ${error.message.slice(0, 200)}`);
    }
    return result === undefined ? source.fail('malformed', `${method}: no result`) : result;
  };

  const call = async <T>(method: string, params: unknown[], result: z.ZodMiniType<T>): Promise<T> =>
    resultIn(method, await source.postJson('', { jsonrpc: '2.0', id: ++calls, method, params }, answerOf(result)));

  const callAll = async <T>(method: string, each: readonly unknown[][], result: z.ZodMiniType<T>): Promise<T[]> => {
    const asked = each.map((params) => ({ jsonrpc: '2.0', id: ++calls, method, params }));
    const answers = await source.postJson('', asked, z.array(z.extend(answerOf(result), { id: z.number() })));
    // In whatever order they come.
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    return asked.map(({ id }) =>
      resultIn(method, byId.get(id) ?? source.fail('malformed', `${method}: one is left out`)),
    );
  };

  const prove = async (): Promise<void> => {
    const chainId = Number(await call('eth_chainId', [], z.string()));
    if (chainId !== options.chainId) source.fail('implausible', `it is on chain ${chainId}, not ${options.chainId}`);
    if (!options.simulated && SIMULATED_CLIENT.test(await call('web3_clientVersion', [], z.string())))
      source.fail('refused', SIMULATOR_ANSWERS);
  };

  const proven = provenFirst(prove);
  const asked = <T>(answer: () => Promise<T>): Promise<T> =>
    source.counted(async () => {
      await proven();
      return answer();
    });
  return {
    health: source.health,
    ask: (method, params, result) => asked(() => call(method, params, result)),
    askAll: (method, each, result) => asked(() => callAll(method, each, result)),
  };
};
