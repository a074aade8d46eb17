import { operatorStepUp } from '@minerx/contract/operator/session';
import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { TextInput } from '@minerx/ui/text-input';
import { useState, type SubmitEvent } from 'react';
import { request, sentenceOf } from '../../base/api.ts';
import { textOf } from '../../base/form-text.ts';
import styles from './action.module.css';

/** The second factor again, before money moves. */
export function StepUp({ onDone }: { onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    setBusy(true);
    try {
      await request(operatorStepUp, { body: { factor: textOf(event.currentTarget, 'factor') } });
      onDone();
    } catch (error) {
      setFailed(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Field
        label="Code of your authenticator"
        hint="Money asks for it again. The code that you signed in with is used up; take the next one."
        error={failed}
      >
        {(wire) => (
          <TextInput {...wire} name="factor" inputMode="numeric" autoComplete="one-time-code" required autoFocus />
        )}
      </Field>
      <Button type="submit" busy={busy}>
        Confirm and go on
      </Button>
    </form>
  );
}
