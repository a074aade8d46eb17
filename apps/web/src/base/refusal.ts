import { isTextKey, type Translate } from '../i18n/texts.ts';
import { brand } from './brand/brand.ts';

interface RefusalDetails {
  /** `err_…` of the server; ours are `offline`, `timeout` and `unreadable`. */
  code: string;
  /** The server's sentence. */
  message?: string | undefined;
  /** 0, or left out: nobody answered. */
  status?: number;
  /** Field name → code. */
  fields?: Record<string, string>;
  /** What the server says beside it, such as the fresh amounts of `err_amount_changed`. */
  details?: unknown;
  requestId?: string;
  /** Seconds to wait, from Retry-After. */
  retryAfter?: number;
}

/** An answer other than success. Network trouble is one too, with status 0. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly details: unknown;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(from: RefusalDetails) {
    super(from.message);
    this.name = 'Refusal';
    this.code = from.code;
    this.status = from.status ?? 0;
    this.fields = from.fields ?? {};
    this.details = from.details;
    this.requestId = from.requestId;
    this.retryAfter = from.retryAfter;
  }
}

/** Anything else that is thrown is an answer that could not be read. */
export const asRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal({ code: 'unreadable' });

/** Whether nobody answered, or a server that failed: a reading is worth asking for again. What was sent asks `decidedOf`. */
export function isLost(error: unknown): boolean {
  const { code, status } = asRefusal(error);
  return (status === 0 || status >= 500) && code !== 'err_maintenance';
}

/** An answer that says there is no such thing, as against no answer. */
export function isMissing(error: unknown): boolean {
  const { status } = asRefusal(error);
  return status === 404 || status === 400;
}

/** The sentence for the member: by its code in their language, else as the server wrote it. */
export function refusalText(t: Translate, error: unknown): string {
  if (!(error instanceof Refusal)) return t('err_internal');
  if (error.status === 0) return t('common.unreachable');
  return codeText(t, error.code, error.message);
}

/** What to do about something that could not be loaded. */
export function nextStepText(t: Translate, error: unknown): string {
  const { code, message } = asRefusal(error);
  return isLost(error) ? t('common.loadFailedNext') : codeText(t, code, message);
}

/** The same for the code of one field. */
export const codeText = (t: Translate, code: string, fallback = ''): string =>
  code.startsWith('err_') && isTextKey(code) ? t(code, { support: brand.supportEmail }) : fallback || t('err_internal');
