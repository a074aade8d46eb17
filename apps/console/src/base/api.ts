import type { BodyInputOf, Call, QueryInputOf, ResultOf } from '@minerx/contract/call';
import { decidedBy } from '@minerx/contract/decided';
import { askUnderKey, randomHex, type Intent, type IntentPlace, type Outcome } from '@minerx/contract/intent';
import { BY_ITSELF } from '@minerx/contract/operator/session';
import type { PasskeyChallenge } from '@minerx/contract/webauthn';
import * as z from 'zod/mini';

/** An expected no of the server, or none at all: `network` where it could not be reached. */
class Refusal extends Error {
  readonly code: string;
  /** 0: nobody answered, or nothing that can be read. */
  readonly status: number;
  /** What the server says beside it: what a passkey would have to answer. */
  readonly details: Readonly<Record<string, string>>;

  constructor(code: string, sentence: string, status = 0, details = {}) {
    super(sentence);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

export const unreached = (): Error => new Refusal('network', 'The server cannot be reached.');

/** Whether the server answers at all: a page that is asked for anew without it would be the browser's own. */
export const isReached = (): Promise<boolean> =>
  // With a question no cache knows the answer to.
  fetch(`/console/?at=${Date.now()}`, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** What is sent with a call. */
export interface Asked<C extends Call> {
  body?: BodyInputOf<C>;
  /** In place of a body where a file goes along. */
  form?: FormData;
  query?: QueryInputOf<C> & Record<string, string>;
  idempotencyKey?: string;
  /** The second factor: a code, or what a passkey answered. */
  factor?: string | undefined;
}

interface Failure {
  /** Code by field. */
  err_fields?: Record<string, string>;
  err_code?: string;
  err_msg?: string;
  err_details?: Record<string, string>;
}

/** `announcement_title_zh: too long` behind the sentence. */
const withFields = (sentence: string, { err_fields: fields = {} }: Failure): string =>
  [sentence, ...Object.entries(fields).map(([name, code]) => `${name}: ${code.slice(4).replaceAll('_', ' ')}.`)].join(
    ' ',
  );

let over = (): void => undefined;
/** What happens when the server knows no session any more. */
export const whenOver = (happens: () => void): void => void (over = happens);

/** Whether somebody has touched the page since its last call. */
let isTouched = true;
for (const touch of ['pointerdown', 'keydown', 'wheel'])
  addEventListener(touch, () => (isTouched = true), { capture: true, passive: true });

/** Makes one call of the contract. The session is a cookie that no script can read. @throws {Refusal} */
export async function request<C extends Call>(call: C, options: Asked<C> = {}): Promise<ResultOf<C>> {
  const query = options.query === undefined ? '' : `?${new URLSearchParams(options.query)}`;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (!isTouched) headers[BY_ITSELF] = 'yes';
  isTouched = false;
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey;
  if (options.factor !== undefined) headers['X-Second-Factor'] = options.factor;
  const answer = await fetch(`/api/${call.path}${query}`, {
    method: call.method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    ...(options.form !== undefined && { body: options.form }),
  }).catch(() => {
    throw unreached();
  });
  const json = (await answer.json().catch(() => ({}))) as Failure & { result?: unknown };
  const { err_code: code = 'unreadable', err_msg: sentence = 'The answer could not be read.' } = json;
  if (code === 'err_unauthorised') over();
  if (!answer.ok) throw new Refusal(code, withFields(sentence, json), answer.status, json.err_details);
  const checked = z.safeParse(call.result, json.result);
  if (!checked.success) throw new Refusal('unreadable', 'The answer could not be read.');
  return checked.data as ResultOf<C>;
}

export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const asRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal('unreadable', sentenceOf(error));

/**
 * Asks for one thing under one key, made with its form, until the server has decided on it. While nobody knows what became of it, the
 * same is asked for again, whatever was typed since.
 */
export class Asker<Input> {
  #key = randomHex();
  #sent: Intent<Input> | null;
  readonly #place: IntentPlace<Input> | undefined;

  /** @param place where it is found again when the page was loaded anew; default: none */
  constructor(place?: IntentPlace<Input>) {
    this.#place = place;
    this.#sent = place?.read() ?? null;
  }

  /** What went out, and nobody knows what became of it. */
  get open(): Input | null {
    return this.#sent?.unanswered ? this.#sent.input : null;
  }

  ask<Answer>(
    input: Input,
    send: (idempotencyKey: string, input: Input) => Promise<Answer>,
  ): Promise<Outcome<Answer, Refusal>> {
    const intent = this.#sent?.unanswered ? this.#sent : { key: this.#key, input, unanswered: 0 };
    const keep = (sent: Intent<Input>) => {
      this.#sent = sent;
      this.#place?.keep(sent);
    };
    const place = { keep, drop: () => this.letGo() };
    return askUnderKey(intent, { place, send: (asked) => send(asked.key, asked.input) }, asRefusal);
  }

  /** The next one is another intent, whatever became of this. */
  letGo(): void {
    this.#key = randomHex();
    this.#sent = null;
    this.#place?.drop();
  }
}

/** Whether the server has decided: what is asked next is another intent. */
export const isDecided = ({ code, status }: Refusal): boolean => decidedBy(code, status) === 'yes';

export const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : '');

/** What the second factor is asked with: a code, or a passkey where the operator has one. */
export interface FactorAsked {
  passkey: PasskeyChallenge | null;
}

/** Null where an error says something else. */
export function factorAsked(error: unknown): FactorAsked | null {
  if (codeOf(error) !== 'err_second_factor') return null;
  const { passkey_challenge: challenge, passkey_ids: ids = '' } = (error as Refusal).details;
  return { passkey: challenge === undefined ? null : { challenge, ids: ids.split(' ') } };
}
