import type * as z from 'zod/mini';
import type { RefusalCode } from './refusal.ts';

type Schema = z.core.$ZodType;

/**
 * One call of the API: where it lives, what it takes, what `result` holds, how it may refuse.
 * The server validates with it, the client types with it, `GET /api/openapi.json` is generated from it.
 */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Below `/api/`, as in the specification's table. */
  readonly path: string;
  readonly summary: string;
  /** `public` needs no session; `member` needs an access token, `operator` the cookie of the console. */
  readonly session: 'public' | 'member' | 'operator';
  readonly query?: Schema;
  readonly body?: Schema;
  readonly result: Schema;
  /** Refusals beside those that every call may give (validation, session, rate limit, maintenance, failure). */
  readonly refusals: readonly RefusalCode[];
  /** The call moves value or creates something: the `Idempotency-Key` header is required. */
  readonly idempotent?: true;
  /**
   * Members with a second factor, and all operators, show it, in the header `X-Second-Factor`: a code of their app, a recovery code, or a
   * passkey. Every call that takes a PIN or the old password says whether it is one of them.
   */
  readonly secondFactor?: boolean;
  /** The body travels as `multipart/form-data`, with one file of at most so many bytes, or none, in this field. */
  readonly upload?: { readonly field: string; readonly maxBytes: number };
  /** The answer is a file of this media type instead of JSON; refusals stay JSON. */
  readonly download?: string;
}

type Secret = `${string}security_pin` | 'old_password';
type AsksForSecret<C extends Call> = C extends { session: 'member'; body: infer B extends Schema }
  ? Extract<keyof z.core.output<B>, Secret> extends never
    ? false
    : true
  : false;
/** A call that takes a secret of a member without saying whether it asks for the second factor too is none. */
type Decided<C extends Call> = AsksForSecret<C> extends true ? { readonly secondFactor: boolean } : unknown;

/** Keeps the literal types of a call. */
export const defineCall = <const C extends Call>(call: C & Decided<C>): C => call;

export type BodyOf<C extends Call> = C extends { body: infer B extends Schema } ? z.core.output<B> : undefined;
export type QueryOf<C extends Call> = C extends { query: infer Q extends Schema } ? z.core.output<Q> : undefined;
/** What a client sends: fields with a default may be left out. */
export type BodyInputOf<C extends Call> = C extends { body: infer B extends Schema } ? z.core.input<B> : undefined;
export type QueryInputOf<C extends Call> = C extends { query: infer Q extends Schema } ? z.core.input<Q> : undefined;
export type ResultOf<C extends Call> = z.core.output<C['result']>;
