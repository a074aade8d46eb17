import * as z from 'zod/mini';
import { dayStart } from '../utc-day.ts';
import { createHttpSource, type HttpSource, type HttpSourceOptions } from '../http-source.ts';
import { agrees, bitsText, headerFault, MAIN_GENESIS, NO_HASH } from './difficulty.ts';
import type { NetworkSource } from './port.ts';
import { segmentsOfDay, type Header } from './segments.ts';
import { createTipMemory } from './tip-memory.ts';

const block = z.object({
  height: z.number(),
  version: z.int(),
  merkle_root: z.string(),
  previousblockhash: z.nullish(z.string()),
  nonce: z.int(),
  timestamp: z.number(),
  mediantime: z.number(),
  bits: z.number(),
  difficulty: z.optional(z.number()),
});

/** Esplora's HTTP API, as of Blockstream and mempool.space: `https://mempool.space/api`. */
export const createEsploraNetwork = (options: Omit<HttpSourceOptions, 'headers'>): NetworkSource => {
  const source: HttpSource = createHttpSource(options);
  const tips = createTipMemory(source.fail, options);

  const hashOf = async (path: string): Promise<string> => {
    const text = (await source.getText(path)).trim();
    return /^[0-9a-f]{64}$/.test(text) ? text : source.fail('malformed', `no block hash: ${text.slice(0, 80)}`);
  };

  const headerOf = async (hash: string): Promise<Header> => {
    const found = await source.getJson(`/block/${hash}`, block);
    const bits = bitsText(found.bits);
    if (bits === null) return source.fail('implausible', `bits ${found.bits}`);
    if (found.difficulty !== undefined && !agrees(bits, found.difficulty)) {
      source.fail('implausible', `difficulty ${found.difficulty} is not that of ${bits}`);
    }
    const previousHash = found.previousblockhash ?? NO_HASH;
    const fault = headerFault(
      hash,
      {
        version: found.version,
        previousHash,
        merkleRoot: found.merkle_root,
        timeS: found.timestamp,
        bits,
        nonce: found.nonce,
      },
      options.simulated,
    );
    if (fault !== null) source.fail('implausible', fault);
    const [timeMs, medianTimeMs] = [found.timestamp * 1000, found.mediantime * 1000];
    return { height: found.height, hash, previousHash, bits, timeMs, medianTimeMs };
  };

  const tip = async (): Promise<Header> => {
    const genesis = await hashOf('/block-height/0');
    if (genesis !== MAIN_GENESIS) source.fail('implausible', `another chain: its first block is ${genesis}`);
    return tips.accept(await headerOf(await hashOf('/blocks/tip/hash')));
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
          header: async (height) => headerOf(await hashOf(`/block-height/${height}`)),
          fail: source.fail,
        }),
      );
    },
  };
};
