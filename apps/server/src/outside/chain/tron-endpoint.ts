import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { createHttpSource, type HttpSource, type HttpSourceOptions } from '../http-source.ts';
import { provenFirst } from './proof.ts';
import { blockAnswer } from './tron-answers.ts';

export type TronEndpointOptions = Omit<HttpSourceOptions, 'headers' | 'waitAskedBy'> & {
  /** The last four bytes of the id of block 0, as TRON defines it. */
  chainId: number;
  /** Told to this endpoint alone. */
  apiKey?: string;
  /** Between two requests, so that bursts stay within the allowance of a key; none where left out. */
  everyMs?: number;
  pause?: (ms: number) => Promise<unknown>;
};

/** One node that speaks TRON's HTTP API; TronGrid's own calls besides where it has them. */
export type TronEndpoint = {
  health: HttpSource['health'];
  /** Of a node. `refused` carries its own words, for people only. */
  post<T>(path: string, body: unknown, result: z.ZodMiniType<T>): Promise<T>;
  /** Of TronGrid's index. */
  get<T>(path: string, result: z.ZodMiniType<T>): Promise<T>;
};

const SECOND_MS = 1000;
const DEFAULT_WAIT_S = 30;

/** TronGrid says it in the text of a 403 or 503: "… and the query server is suspended for 30s". */
const waitAskedBy = (status: number, text: string): number | null => {
  if (status !== 403 && status !== 503) return null;
  const told = /suspended for (\d{1,5})\s*s/.exec(text);
  if (told === null && !/frequency limit|exceed/i.test(text)) return null;
  return Number(told?.[1] ?? DEFAULT_WAIT_S) * SECOND_MS;
};

/** An error stands in the body of a 200. */
const answerOf = <T>(result: z.ZodMiniType<T>) =>
  z.union([
    z.pipe(
      z.object({ Error: z.string() }),
      z.transform(({ Error: error }) => ({ error })),
    ),
    z.pipe(
      result,
      z.transform((value) => ({ value })),
    ),
  ]);

/** It is asked nothing before it has told that it is on the right chain. */
export const createTronEndpoint = (options: TronEndpointOptions): TronEndpoint => {
  const { chainId, apiKey, clock, everyMs = 0, pause = sleep } = options;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (apiKey !== undefined) headers['TRON-PRO-API-KEY'] = apiKey;
  const source = createHttpSource({ ...options, headers, waitAskedBy });
  let next = 0;

  const turn = async (): Promise<void> => {
    const now = clock.now();
    const at = Math.max(now, next);
    next = at + everyMs;
    if (at > now) await pause(at - now);
  };

  const post = async <T>(path: string, body: unknown, result: z.ZodMiniType<T>): Promise<T> => {
    await turn();
    const answer = await source.postJson(path, body, answerOf(result));
    return 'error' in answer ? source.fail('refused', `${path}: ${answer.error.slice(0, 200)}`) : answer.value;
  };

  const proven = provenFirst(async () => {
    const first = await post('/wallet/getblock', { id_or_num: '0', detail: false }, blockAnswer);
    const told = first === null ? null : Number(`0x${first.hash.slice(-8)}`);
    if (told !== chainId) source.fail('implausible', `it is on chain ${told}, not ${chainId}`);
  });

  return {
    health: source.health,
    post: (path, body, result) =>
      source.counted(async () => {
        await proven();
        return post(path, body, result);
      }),
    get: (path, result) =>
      source.counted(async () => {
        await proven();
        await turn();
        return source.getJson(path, result);
      }),
  };
};
