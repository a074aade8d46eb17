import * as z from 'zod/mini';
import { isOutsideFailure, OutsideFailure, type FailureReason } from './failure.ts';
import type { Clock, SourceHealth } from './source-health.ts';

export type HttpSourceOptions = {
  sourceId: string;
  /** From the configuration; an answer cannot change it. */
  simulated: boolean;
  /** `https://host/path`; a user and password in it become basic authentication. */
  url: string;
  clock: Clock;
  headers?: Record<string, string>;
  /** For one request, from connecting to the last byte. */
  timeoutMs?: number;
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
const longestWaitMs = 3_600_000;

export function createHttpSource(options: HttpSourceOptions): HttpSource {
  const { sourceId, clock } = options;
  const { base, headers } = prepare(options);
  const health: SourceHealth = {
    sourceId,
    simulated: options.simulated,
    answered: 0,
    failed: {},
    lastAnswerAt: null,
    lastFailureAt: null,
    lastFailure: null,
  };
  let quietUntil = 0;

  function fail(reason: FailureReason, detail: string, retryAfterMs: number | null = null): never {
    throw new OutsideFailure(sourceId, reason, detail, retryAfterMs);
  }

  async function exchange(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
    const waitMs = quietUntil - clock.now();
    if (waitMs > 0) fail('rate_limited', 'still within the time it asked us to wait', waitMs);
    const signal = AbortSignal.timeout(options.timeoutMs ?? 10_000);
    try {
      // A redirect could carry the token to another host.
      const response = await fetch(base + path, { ...init, headers, signal, redirect: 'error' });
      if (
        response.status === 429 ||
        response.status === 418 ||
        (response.status === 503 && response.headers.has('retry-after'))
      ) {
        await response.body?.cancel();
        const asked = retryAfterMs(response.headers.get('retry-after'), clock.now());
        quietUntil = clock.now() + asked;
        fail('rate_limited', `status ${response.status}`, asked);
      }
      return { status: response.status, text: await readLimited(response, () => fail('malformed', 'answer too long')) };
    } catch (error) {
      if (isOutsideFailure(error)) throw error;
      if (signal.aborted) fail('timeout', 'no whole answer in time');
      return fail('unreachable', causeOf(error));
    }
  }

  function check<T>(text: string, schema: z.ZodMiniType<T>): T {
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
  }

  async function getText(path: string): Promise<string> {
    const { status, text } = await exchange(path, { method: 'GET' });
    if (status < 200 || status > 299) fail('refused', `status ${status}`);
    return text;
  }

  return {
    health: () => ({ ...health, failed: { ...health.failed } }),
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
    getText,
    getJson: async (path, schema) => check(await getText(path), schema),
    async postJson(path, body, schema) {
      const { status, text } = await exchange(path, { method: 'POST', body: JSON.stringify(body) });
      if (status === 401 || status === 403) fail('refused', `status ${status}`);
      if (status >= 400 && !text.startsWith('{')) fail('refused', `status ${status}`);
      return check(text, schema);
    },
    fail,
  };
}

function prepare(options: HttpSourceOptions): { base: string; headers: Record<string, string> } {
  const url = new URL(options.url);
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  if (url.username !== '' || url.password !== '') {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
    url.username = '';
    url.password = '';
  }
  return { base: url.href.replace(/\/$/, ''), headers };
}

async function readLimited(response: Response, tooLong: () => never): Promise<string> {
  if (response.body === null) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > answerLimit) tooLong();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** `Retry-After`: seconds or an HTTP date. */
function retryAfterMs(value: string | null, now: number): number {
  if (value === null) return defaultWaitMs;
  const asked = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 1000), longestWaitMs) : defaultWaitMs;
}

/** `fetch` hides what happened in the cause; the text has no credentials, they are not in the address any more. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error) return (cause as NodeJS.ErrnoException).code ?? cause.message;
  return String(cause);
}
