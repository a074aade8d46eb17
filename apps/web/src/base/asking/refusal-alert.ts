import type { TextKey } from '../../i18n/keys.ts';
import { texts } from '../../i18n/texts.ts';
import { showAlert } from '../alerts.ts';
import { Refusal, refusalText } from '../refusal.ts';

/** Seconds up to which a wait is told in seconds. */
const MINUTE = 60;

/** How long to wait, as the server said it; undefined when it did not. */
function waitText(error: unknown): string | undefined {
  if (!(error instanceof Refusal) || error.retryAfter === undefined) return undefined;
  const { t } = texts();
  if (error.retryAfter <= MINUTE) return t('session.waitSeconds', { seconds: error.retryAfter });
  return t('session.waitMinutes', { minutes: Math.ceil(error.retryAfter / MINUTE) });
}

/** The sentence of a refusal, and how long to wait. */
export const whyText = (error: unknown, why = refusalText(texts().t, error)): string =>
  [why, waitText(error)].filter(Boolean).join(' ');

/** The alert of the error catalogue: its title, the sentence of the refusal, how long to wait. Resolves when closed. */
export const alertRefusal = (title: TextKey, error: unknown, message = refusalText(texts().t, error)): Promise<void> =>
  showAlert({ mode: 2, title: texts().t(title), message, submessage: waitText(error) });
