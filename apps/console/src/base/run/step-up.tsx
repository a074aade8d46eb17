import { operatorStepUp } from '@minerx/contract/operator/session';
import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { TextInput } from '@minerx/ui/text-input';
import { request } from '../api.ts';
import { useSubmit } from '../use-submit.ts';
import { textOf } from '../form-text.ts';
import styles from './run.module.css';

/** The second factor again, before money moves. */
export function StepUp({ onDone }: { onDone: () => void }) {
  const { busy, failed, onSubmit } = useSubmit(async (form) => {
    await request(operatorStepUp, { body: { factor: textOf(form, 'factor') } });
    onDone();
  });
  return (
    <form className={styles.fields} onSubmit={onSubmit}>
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
