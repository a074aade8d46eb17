import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import * as z from 'zod/mini';
import { traced, type Span } from '../base/tracing.ts';
import { hostOf } from '../base/local-address.ts';
import { isOutsideFailure, OutsideFailure, type FailureReason } from './failure.ts';
import { requirePublic } from './place.ts';
import { isFromSimulator, SIMULATOR_ANSWERS } from './simulator.ts';
import type { Clock, SourceHealth } from './source-health.ts';

export type HttpSourceOptions = {
  sourceId: string;
  /** From the configuration; an answer cannot change it. */
  simulated: boolean;
  /** `https://host/path`; a user and password in it become basic authentication. */
  url: string;
  /** Its name is looked up again as it is used, and must lead to a place of the world. */
  onlyPublic?: boolean;
  clock: Clock;
  headers?: Record<string, string>;
  /** For one request, from connecting to the last byte. */
  timeoutMs?: number;
  /** A wait in ms that an answer asks for in its own words; null where it asks for none. */
  waitAskedBy?: (status: number, text: string) => number | null;
};

/** What the HTTP adapters share: limits, failures with a reason, the wait a source asks for, and the counts. */
export type HttpSource = {
  health(): SourceHealth;
  /** Runs one call of the port and counts how it ended. Whatever it throws leaves as an `OutsideFailure`. */
  counted<T>(call: () => Promise<T>): Promise<T>;
  /** Text of a 2xx answer. */
  getText(path: string): Promise<string>;
  /** JSON of a 2xx answer, checked. */
  getJson<T>(path: string, schema: z.ZodMiniType<T>): Promise<T>;
  /** JSON of an answer whatever its status, checked: JSON-RPC tells its errors in the body of a 500. */
  postJson<T>(path: string, body: unknown, schema: z.ZodMiniType<T>): Promise<T>;
  fail(reason: FailureReason, detail: string): never;
};

const answerLimit = 8_388_608;
const defaultWaitMs = 30_000;
const longestWaitMs = HOUR_MS;
/** A place is believed for so long. */
const placeMs = MINUTE_MS;

export const createHttpSource = (options: HttpSourceOptions): HttpSource => {
  const { sourceId, clock } = options;
  const { health, counted } = createCounter(options);
  const exchange = createExchange(options);
  const fail = (reason: FailureReason, detail: string): never => {
    throw new OutsideFailure(sourceId, reason, detail);
  };

  const check = <T>(text: string, schema: z.ZodMiniType<T>): T => {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return fail('malformed', `no JSON: ${text.slice(0, 60)}`);
    }
    const outcome = z.safeParse(schema, body);
    if (outcome.success) return outcome.data;
    const issue = outcome.error.issues[0];
    return fail('malformed', `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
  };

  const getText = async (path: string): Promise<string> => {
    const { status, text } = await exchange(path, { method: 'GET' }, clock.now());
    return status >= 200 && status <= 299 ? text : fail('refused', `status ${status}`);
  };

  return {
    health: () => ({ ...health, failed: { ...health.failed } }),
    counted,
    getText,
    getJson: async (path, schema) => check(await getText(path), schema),
    async postJson(path, body, schema) {
      const { status, text } = await exchange(path, { method: 'POST', body: JSON.stringify(body) }, clock.now());
      if (status === 401 || status === 403) fail('refused', `status ${status}`);
      if (status >= 400 && !text.startsWith('{')) fail('refused', `status ${status}`);
      return check(text, schema);
    },
    fail,
  };
};

/** The counts of a source, and the wrapper that keeps them. */
const createCounter = ({
  sourceId,
  simulated,
  clock,
}: HttpSourceOptions): {
  health: SourceHealth;
  counted: HttpSource['counted'];
} => {
  const health: SourceHealth = {
    sourceId,
    simulated,
    answered: 0,
    failed: {},
    lastAnswerAt: null,
    lastFailureAt: null,
    lastFailure: null,
  };
  return {
    health,
    async counted(call) {
      try {
        const result = await call();
        health.answered += 1;
        health.lastAnswerAt = clock.now();
        return result;
      } catch (error) {
        const failure = isOutsideFailure(error) ? error : new OutsideFailure(sourceId, 'malformed', String(error));
        health.failed[failure.reason] = (health.failed[failure.reason] ?? 0) + 1;
        health.lastFailureAt = clock.now();
        health.lastFailure = failure.message;
        throw failure;
      }
    },
  };
};

type Exchange = (path: string, init: RequestInit, now: number) => Promise<{ status: number; text: string }>;

/** One request and its whole answer, within time and size; keeps quiet while the source wants it. */
const createExchange = (options: HttpSourceOptions): Exchange => {
  const { sourceId } = options;
  const { base, headers } = prepare(options);
  const host = hostOf(options.url);
  let quietUntil = 0;
  let placedAt = -Infinity;

  const exchange = async (span: Span, ...[path, init, now]: Parameters<Exchange>): ReturnType<Exchange> => {
    const failure = (reason: FailureReason, detail: string, waitMs: number | null = null): OutsideFailure =>
      new OutsideFailure(sourceId, reason, detail, waitMs);
    if (quietUntil > now) throw failure('rate_limited', 'still within the time it asked us to wait', quietUntil - now);
    const signal = AbortSignal.timeout(options.timeoutMs ?? 10_000);
    try {
      if (options.onlyPublic === true && now - placedAt >= placeMs) {
        await requirePublic(host);
        placedAt = now;
      }
      // A redirect could carry the token to another host.
      const response = await fetch(base + path, { ...init, headers, signal, redirect: 'error' });
      span.tell({ status: response.status });
      if (!options.simulated && isFromSimulator(response.headers)) {
        await response.body?.cancel();
        throw failure('refused', SIMULATOR_ANSWERS);
      }
      if (asksToWait(response)) {
        await response.body?.cancel();
        const waitMs = retryAfterMs(response.headers.get('retry-after'), now);
        quietUntil = now + waitMs;
        throw failure('rate_limited', `status ${response.status}`, waitMs);
      }
      const text = await readLimited(response);
      if (text === null) throw failure('malformed', 'answer too long');
      const asked = options.waitAskedBy?.(response.status, text) ?? null;
      if (asked !== null) {
        const waitMs = Math.min(asked, longestWaitMs);
        quietUntil = now + waitMs;
        throw failure('rate_limited', `status ${response.status}`, waitMs);
      }
      return { status: response.status, text };
    } catch (error) {
      if (isOutsideFailure(error)) throw error;
      throw signal.aborted ? failure('timeout', 'no whole answer in time') : failure('unreachable', causeOf(error));
    }
  };
  // Neither path nor body is told: there are keys and members' addresses in them.
  return (...question) => traced('outside', sourceId, (span) => exchange(span, ...question));
};

/** 418 is Binance's word for "you did not wait when I said 429". */
const asksToWait = ({ status, headers }: Response): boolean =>
  status === 429 || status === 418 || (status === 503 && headers.has('retry-after'));

const prepare = (options: HttpSourceOptions): { base: string; headers: Record<string, string> } => {
  const url = new URL(options.url);
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  if (url.username !== '' || url.password !== '') {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
    url.username = '';
    url.password = '';
  }
  return { base: url.href.replace(/\/$/, ''), headers };
};

/** The answer's text, or null when it is longer than any answer should be. */
const readLimited = async (response: Response): Promise<string | null> => {
  if (response.body === null) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > answerLimit) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

/** `Retry-After`: seconds or an HTTP date. */
const retryAfterMs = (value: string | null, now: number): number => {
  if (value === null) return defaultWaitMs;
  const asked = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 1000), longestWaitMs) : defaultWaitMs;
};

/** `fetch` hides what happened in the cause; the text has no credentials, they are not in the address any more. */
const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error) return (cause as NodeJS.ErrnoException).code ?? cause.message;
  return String(cause);
};
