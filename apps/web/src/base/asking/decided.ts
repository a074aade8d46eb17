import { decidedBy } from '@minerx/contract/decided';
import type { Decided } from '@minerx/contract/refusal';
import type { TextKey } from '../../i18n/keys.ts';
import type { Translate } from '../../i18n/texts.ts';
import type { Alert } from '../alerts.ts';
import { asRefusal, refusalText } from '../refusal.ts';

/** Whether the server has decided on what was asked, and so whether its idempotency key is used up. Apart from the refusal, as sign-in does without. */
export function decidedOf(error: unknown): Decided {
  const { code, status } = asRefusal(error);
  return decidedBy(code, status);
}

/** The sentence for the member; `unanswered` where nobody knows what became of it. */
export const outcomeText = (t: Translate, error: unknown, unanswered: TextKey): string =>
  decidedOf(error) === 'unknown' ? t(unanswered) : refusalText(t, error);

/** Nobody knows what became of it: it did not fail, and asking again is safe. */
export const unansweredAlert = (t: Translate, unanswered: TextKey): Alert => ({
  mode: 'information',
  title: t('common.unanswered'),
  message: t(unanswered),
});
