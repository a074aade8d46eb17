import { showAlert } from '../../base/alerts.ts';
import { Refusal, refusalText } from '../../base/refusal.ts';
import { texts } from '../../i18n/texts.ts';
import { fieldRefusals, waitText } from './refused.ts';

/** The texts of the error catalogue: titles and sentences of the Security Center. */
const said = {
  password: {
    failed: 'security.password.failed',
    done: 'security.password.done',
    doneMessage: 'security.password.doneMessage',
  },
  pin: { failed: 'security.pin.failed', done: 'security.pin.done', doneMessage: 'security.pin.doneMessage' },
} as const;

/**
 * Tells how a change went, as the error catalogue has it. Gives the fields that are wrong, name and code each: those that
 * the form should have caught stay without an alert; a wrong old secret is told and marked as well.
 */
export async function tellChange(
  what: keyof typeof said,
  send: () => Promise<unknown>,
): Promise<'done' | Record<string, string>> {
  const { t } = texts();
  const { failed, done, doneMessage } = said[what];
  try {
    await send();
  } catch (error) {
    const invalid = fieldRefusals(error);
    if (invalid) return invalid;
    const submessage = [refusalText(t, error), waitText(error)].filter(Boolean).join(' ');
    await showAlert({ mode: 2, title: t('security.center'), message: t(failed), submessage });
    return error instanceof Refusal ? error.fields : {};
  }
  await showAlert({ mode: 1, title: t(done), message: t(doneMessage) });
  return 'done';
}
