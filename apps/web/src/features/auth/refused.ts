import { showAlert } from '../../base/alerts.ts';
import { asRefusal, Refusal, refusalText } from '../../base/refusal.ts';
import type { TextKey } from '../../i18n/keys.ts';
import { texts } from '../../i18n/texts.ts';

/** Seconds below which a wait is told in seconds. */
const MINUTE = 60;

/** How long to wait, as the server said it; undefined when it did not. */
export function waitText(error: unknown): string | undefined {
  if (!(error instanceof Refusal) || error.retryAfter === undefined) return undefined;
  const { t } = texts();
  if (error.retryAfter <= MINUTE) return t('auth.waitSeconds', { seconds: error.retryAfter });
  return t('auth.waitMinutes', { minutes: Math.ceil(error.retryAfter / MINUTE) });
}

/** The alert of the error catalogue: its title, the sentence of the refusal, how long to wait. Resolves when closed. */
export function alertRefusal(title: TextKey, error: unknown): Promise<void> {
  const { t } = texts();
  return showAlert({ mode: 2, title: t(title), message: refusalText(t, error), submessage: waitText(error) });
}

/** Field names and codes of a refusal that says nothing but which fields are wrong; null for any other. */
export function fieldRefusals(error: unknown): Record<string, string> | null {
  if (!(error instanceof Refusal) || error.code !== 'err_validation') return null;
  return Object.keys(error.fields).length === 0 ? null : error.fields;
}

/** Whether somebody answered: a failed sign-in resets its form, a lost answer keeps what was typed. */
export const isAnswered = (error: unknown): boolean => {
  const { status } = asRefusal(error);
  return status > 0 && status < 500;
};
