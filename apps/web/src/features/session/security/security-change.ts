import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { showAlert } from '../../../base/alerts.ts';
import { whyText } from '../../../base/asking/refusal-alert.ts';
import { Refusal } from '../../../base/refusal.ts';
import { texts } from '../../../i18n/texts.ts';
import { fieldRefusals } from '../refused.ts';

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
async function tellChange(
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
    await showAlert({ mode: 2, title: t('security.center'), message: t(failed), submessage: whyText(error) });
    return error instanceof Refusal ? error.fields : {};
  }
  await showAlert({ mode: 1, title: t(done), message: t(doneMessage) });
  return 'done';
}

/** Sends a change of password or PIN, tells how it went, and empties the form or marks the fields that are wrong. */
export const submitChange = <Body extends FieldValues>(
  what: keyof typeof said,
  form: UseFormReturn<Body, unknown, Body>,
  empty: Body,
  send: (body: Body) => Promise<unknown>,
) =>
  form.handleSubmit(async (body) => {
    const outcome = await tellChange(what, () => send(body));
    if (outcome === 'done') return form.reset(empty);
    Object.entries(outcome).forEach(([name, message], place) => {
      if (Object.hasOwn(empty, name)) form.setError(name as FieldPath<Body>, { message }, { shouldFocus: place === 0 });
    });
  });
