import { refusalSentence, type RefusalCode } from '@minerx/contract/refusal';

export interface RefusalMore {
  /** Field name on the wire → field code. */
  fields?: Record<string, RefusalCode>;
  /** Facts the client needs to go on, e.g. the fresh amounts; decimal strings. */
  details?: Record<string, string>;
  retryAfterS?: number;
}

/** An expected "no": a stable code that the client translates. Everything else that is thrown is a fault. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly more: RefusalMore;

  constructor(code: RefusalCode, more: RefusalMore = {}) {
    super(refusalSentence(code));
    this.name = 'Refusal';
    this.code = code;
    this.more = more;
  }
}

/** Throws the refusal: `if (!order) refuse('err_not_found')`. */
export const refuse = (code: RefusalCode, more?: RefusalMore): never => {
  throw new Refusal(code, more);
};
