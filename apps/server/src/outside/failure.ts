/**
 * Why a source outside the product did not give an answer we can use.
 *
 * - `unreachable`  no connection, or it broke before an answer
 * - `timeout`      connected, but no whole answer in time
 * - `refused`      the source answered with an error of its own (status 4xx, RPC error, SMTP 5xx)
 * - `reverted`     a contract's own no: its code ran and refused (a node's no is `refused`)
 * - `rate_limited` the source asks us to wait (`retryAfterMs` says how long)
 * - `malformed`    an answer that is not what the protocol promises
 * - `implausible`  a well-formed answer that contradicts itself or what was known before
 * - `not_ready`    the source does not know yet (a day that is not over, a block that is not mined)
 */
const failureReasons = [
  'unreachable',
  'timeout',
  'refused',
  'reverted',
  'rate_limited',
  'malformed',
  'implausible',
  'not_ready',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** The one error that adapters of `outside/` throw. `detail` never contains credentials. */
export class OutsideFailure extends Error {
  readonly sourceId: string;
  readonly reason: FailureReason;
  readonly retryAfterMs: number | null;

  constructor(sourceId: string, reason: FailureReason, detail: string, retryAfterMs: number | null = null) {
    super(`${sourceId}: ${reason}: ${detail}`);
    this.name = 'OutsideFailure';
    this.sourceId = sourceId;
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

export const isOutsideFailure = (error: unknown): error is OutsideFailure => error instanceof OutsideFailure;
