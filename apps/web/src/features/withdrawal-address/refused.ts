import { decidedOf } from '../../base/decided.ts';
import { showAlert } from '../../base/alerts.ts';
import { codeText, Refusal, refusalText } from '../../base/refusal.ts';
import type { TextKey } from '../../i18n/keys.ts';
import { isTextKey, texts, type Translate } from '../../i18n/texts.ts';

const MINUTE = 60;

/** How long to wait, as the server said it. */
function waitText(error: unknown): string | undefined {
  if (!(error instanceof Refusal) || error.retryAfter === undefined) return undefined;
  const { t } = texts();
  if (error.retryAfter <= MINUTE) return t('auth.waitSeconds', { seconds: error.retryAfter });
  return t('auth.waitMinutes', { minutes: Math.ceil(error.retryAfter / MINUTE) });
}

/** The alert of the error catalogue. An answer that never came says so; resolves when the member has closed it. */
export function alertRefusal(title: TextKey, error: unknown): Promise<void> {
  const { t } = texts();
  const message = decidedOf(error) === 'unknown' ? t('address.unanswered') : refusalText(t, error);
  return showAlert({ mode: 2, title: t(title), message, submessage: waitText(error) });
}

/** The sentence under a field, from a refusal's code or an id of a text of ours. */
export function faultText(t: Translate, code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return isTextKey(code) ? t(code) : codeText(t, code);
}
