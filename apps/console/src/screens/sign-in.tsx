import { operatorPasskeySignIn, operatorPasskeySignInBegin } from '@minerx/contract/operator/passkey';
import { operatorSignIn } from '@minerx/contract/operator/session';
import { canUsePasskeys } from '@minerx/contract/passkeys-here';
import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { PasswordInput } from '@minerx/ui/password-input';
import { TextInput } from '@minerx/ui/text-input';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { request } from '../base/api.ts';
import { textOf } from '../base/form-text.ts';
import { useSubmit } from '../base/use-submit.ts';
import { PasskeyButton } from '../base/passkey-button.tsx';
import { queryClient } from '../base/queries.ts';
import styles from '../base/entry.module.css';

/** Both factors at once: nobody learns which one was wrong. */
export function SignInScreen() {
  const { to } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const { busy, failed, onSubmit } = useSubmit(async (form) => {
    const body = { email: textOf(form, 'email'), password: textOf(form, 'password'), factor: textOf(form, 'factor') };
    await request(operatorSignIn, { body });
    await goOn();
  });
  const goOn = async () => {
    queryClient.clear();
    await navigate({ href: to ?? '/' });
  };
  return (
    <main className={styles.entry}>
      <h1>Console</h1>
      <form className={styles.form} onSubmit={onSubmit}>
        <Field label="Email">
          {(wire) => <TextInput {...wire} name="email" type="email" autoComplete="username" required autoFocus />}
        </Field>
        <Field label="Password">
          {(wire) => <PasswordInput {...wire} name="password" autoComplete="current-password" required />}
        </Field>
        <Field label="Code" hint="Six digits of your authenticator, or a recovery code.">
          {(wire) => <TextInput {...wire} name="factor" autoComplete="one-time-code" required />}
        </Field>
        <div aria-live="polite">{failed !== null && <p className={styles.failed}>{failed}</p>}</div>
        <Button type="submit" full busy={busy}>
          Sign in
        </Button>
      </form>
      {canUsePasskeys() && (
        <PasskeyButton
          label="Sign in with a passkey"
          variant="secondary"
          ask={async () => ({ challenge: (await request(operatorPasskeySignInBegin)).passkey_challenge, ids: [] })}
          onAnswer={async (passkey) => {
            await request(operatorPasskeySignIn, { body: { passkey } });
            await goOn();
          }}
        />
      )}
    </main>
  );
}
