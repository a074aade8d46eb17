import type { BodyInputOf, Call, QueryInputOf, ResultOf } from '@minerx/contract/call';
import { decidedBy } from '@minerx/contract/decided';
import * as z from 'zod/mini';

/** An expected no of the server, or none at all: `network` where it could not be reached. */
class Refusal extends Error {
  readonly code: string;
  /** 0: nobody answered, or nothing that can be read. */
  readonly status: number;

  constructor(code: string, sentence: string, status = 0) {
    super(sentence);
    this.code = code;
    this.status = status;
  }
}

/** What is sent with a call. */
export interface Asked<C extends Call> {
  body?: BodyInputOf<C>;
  /** In place of a body where a file goes along. */
  form?: FormData;
  query?: QueryInputOf<C> & Record<string, string>;
  idempotencyKey?: string;
}

interface Failure {
  err_code?: string;
  err_msg?: string;
}

/** Makes one call of the contract. The session is a cookie that no script can read. @throws {Refusal} */
export const request = async <C extends Call>(call: C, options: Asked<C> = {}): Promise<ResultOf<C>> => {
  const query = options.query === undefined ? '' : `?${new URLSearchParams(options.query)}`;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey;
  const answer = await fetch(`/api/${call.path}${query}`, {
    method: call.method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    ...(options.form !== undefined && { body: options.form }),
  }).catch(() => {
    throw new Refusal('network', 'The server cannot be reached. Nothing may have happened; look before you try again.');
  });
  const json = (await answer.json().catch(() => ({}))) as Failure & { result?: unknown };
  if (!answer.ok)
    throw new Refusal(json.err_code ?? 'unreadable', json.err_msg ?? 'The answer could not be read.', answer.status);
  const checked = z.safeParse(call.result, json.result);
  if (!checked.success) throw new Refusal('unreadable', 'The answer could not be read.');
  return checked.data as ResultOf<C>;
};

export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What is to be said where the server has decided, so that the key of what was asked is used up; null while another try goes on under it. */
export const decisionOf = (error: unknown): string | null => {
  if (!(error instanceof Refusal) || decidedBy(error.code, error.status) !== 'yes') return null;
  return error.message;
};

export const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : '');

/** A key of one intent: made when its dialog opens, so that pressing twice does it once. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
