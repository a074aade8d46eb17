import type { Translate } from '../../i18n/texts.ts';
import { Refusal } from '../refusal.ts';

/** A code is on its way already, perhaps asked for before a reload: wait as long as the server says, else not at all. */
export const codeWait = (error: unknown): number | false =>
  (error instanceof Refusal && error.code === 'err_code_wait' && error.retryAfter) || false;

/** Longer than a mailbox waits between two codes is told in minutes. */
const MINUTE = 60;

export const codeWaitLabel = (t: Translate, seconds: number): string =>
  seconds <= MINUTE
    ? t('session.code.wait', { seconds })
    : t('session.code.waitMinutes', { minutes: Math.ceil(seconds / MINUTE) });
