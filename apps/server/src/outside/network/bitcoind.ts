import * as z from 'zod/mini';
import { dayStart } from '../utc-day.ts';
import { createHttpSource, type HttpSource, type HttpSourceOptions } from '../http-source.ts';
import { createTipMemory } from './tip-memory.ts';
import type { NetworkSource } from './port.ts';
import { segmentsOfDay, type Header } from './segments.ts';
import { agrees, bitsText, headerFault, MAIN_GENESIS, NO_HASH } from './difficulty.ts';

const answerOf = <T>(result: z.ZodMiniType<T>) =>
  z.object({
    result: z.nullish(result),
    error: z.nullish(z.object({ code: z.number(), message: z.string() })),
  });

const header = z.object({
  height: z.number(),
  bits: z.string(),
  difficulty: z.number(),
  time: z.number(),
  mediantime: z.number(),
  version: z.int(),
  merkleroot: z.string(),
  previousblockhash: z.nullish(z.string()),
  nonce: z.int(),
});
const chainInfo = z.object({ bestblockhash: z.string(), initialblockdownload: z.boolean() });

/** bitcoind's JSON-RPC; user and password stand in the address: `http://user:password@host:8332`. */
export const createBitcoindNetwork = (options: Omit<HttpSourceOptions, 'headers'>): NetworkSource => {
  const source: HttpSource = createHttpSource({ ...options, headers: { 'content-type': 'application/json' } });
  const tips = createTipMemory(source.fail, options);
  let calls = 0;

  const call = async <T>(method: string, params: unknown[], result: z.ZodMiniType<T>): Promise<T> => {
    const body = { jsonrpc: '1.0', id: ++calls, method, params };
    const answer = await source.postJson('/', body, answerOf(result));
    if (answer.error) {
      // -28: the node is still starting; -8: a height that is not there yet.
      const early = answer.error.code === -28 || answer.error.code === -8;
      source.fail(early ? 'not_ready' : 'refused', `${method}: ${answer.error.code} ${answer.error.message}`);
    }
    if (answer.result === null || answer.result === undefined) return source.fail('malformed', `${method}: no result`);
    return answer.result;
  };

  const headerOf = async (hash: string): Promise<Header> => {
    const found = await call('getblockheader', [hash], header);
    const bits = bitsText(found.bits);
    if (bits === null) return source.fail('implausible', `bits ${found.bits}`);
    if (!agrees(bits, found.difficulty))
      source.fail('implausible', `difficulty ${found.difficulty} is not that of ${bits}`);
    const previousHash = found.previousblockhash ?? NO_HASH;
    const fault = headerFault(
      hash,
      {
        version: found.version,
        previousHash,
        merkleRoot: found.merkleroot,
        timeS: found.time,
        bits,
        nonce: found.nonce,
      },
      options.simulated,
    );
    if (fault !== null) source.fail('implausible', fault);
    const [timeMs, medianTimeMs] = [found.time * 1000, found.mediantime * 1000];
    return { height: found.height, hash, previousHash, bits, timeMs, medianTimeMs };
  };

  const tip = async (): Promise<Header> => {
    const info = await call('getblockchaininfo', [], chainInfo);
    const genesis = await call('getblockhash', [0], z.string());
    if (genesis !== MAIN_GENESIS) source.fail('implausible', `another chain: its first block is ${genesis}`);
    if (info.initialblockdownload) source.fail('not_ready', 'the node is still downloading the chain');
    return tips.accept(await headerOf(info.bestblockhash));
  };

  return {
    sourceId: options.sourceId,
    simulated: options.simulated,
    health: source.health,
    recall: tips.recall,
    current: () => source.counted(async () => tips.state(await tip())),
    async segmentsOfDay(day) {
      dayStart(day);
      return source.counted(async () =>
        segmentsOfDay(day, {
          tip: await tip(),
          header: async (height) => headerOf(await call('getblockhash', [height], z.string())),
          fail: source.fail,
        }),
      );
    },
  };
};
