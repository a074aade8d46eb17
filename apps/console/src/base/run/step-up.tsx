import { canUsePasskeys } from '@minerx/contract/passkeys-here';
import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { TextInput } from '@minerx/ui/text-input';
import type { FactorAsked } from '../api.ts';
import { textOf } from '../form-text.ts';
import { PasskeyButton } from '../passkey-button.tsx';
import { useSubmit } from '../use-submit.ts';
import styles from './run.module.css';

interface StepUpProps {
  asked: FactorAsked;
  onCode: (code: string) => Promise<void>;
  onPasskey: (answer: string) => Promise<void> | void;
}

/** The second factor again, before money moves or keys change hands. */
export function StepUp({ asked: { passkey }, onCode, onPasskey }: StepUpProps) {
  const { busy, failed, onSubmit } = useSubmit((form) => onCode(textOf(form, 'factor')));
  const hasPasskey = passkey !== null && canUsePasskeys();
  return (
    <>
      {hasPasskey && (
        <PasskeyButton label="Confirm with a passkey" ask={() => Promise.resolve(passkey)} onAnswer={onPasskey} />
      )}
      <form className={styles.fields} onSubmit={onSubmit}>
        <Field
          label="Code of your authenticator"
          hint="It is asked for again. The code that you signed in with is used up; take the next one."
          error={failed}
        >
          {(wire) => (
            <TextInput
              {...wire}
              name="factor"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              autoFocus={!hasPasskey}
            />
          )}
        </Field>
        <Button type="submit" variant={hasPasskey ? 'secondary' : 'primary'} busy={busy}>
          Confirm and go on
        </Button>
      </form>
    </>
  );
}
