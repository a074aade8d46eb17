import { canUsePasskeys } from '@minerx/contract/passkeys-here';
import { Button } from '@minerx/ui/button';
import { PasswordInput } from '@minerx/ui/password-input';
import { TextInput } from '@minerx/ui/text-input';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { Refusal } from '../../base/refusal.ts';
import { CodedField } from '../../base/form/coded-field.tsx';
import { useTexts } from '../../i18n/texts.ts';
import styles from './session.module.css';
import {
  login,
  prepareLogin,
  signInDraft,
  signInWithPasskey,
  wrongLoginFields,
  type LoginFields,
} from './login.api.ts';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';
import { fieldRefusals, isAnswered } from './refused.ts';

type Wrong = Partial<Record<keyof LoginFields, string>>;

/** What was typed is judged, sent, and kept or cleared by the answer. */
function useLogin(onSignedIn: () => Promise<void>) {
  const form = useRef<HTMLFormElement>(null);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});

  const focusOn = (field: keyof LoginFields) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  const point = (fields: Wrong) => {
    setWrong(fields);
    const firstWrong = (['member_email', 'member_password'] as const).find((field) => fields[field]);
    if (firstWrong) focusOn(firstWrong);
    return firstWrong !== undefined;
  };
  const clear = () => {
    for (const input of form.current?.querySelectorAll('input') ?? []) input.value = '';
    signInDraft.drop();
  };

  const refused = async (error: unknown) => {
    const fields = fieldRefusals(error);
    if (fields && point(fields)) return;
    // The sheet was closed: what was typed stays.
    if (error instanceof Refusal && error.code === 'err_second_factor') return;
    await alertRefusal('session.login.failed', error);
    // Without an answer nothing was refused: what was typed stays for the next try.
    if (isAnswered(error)) clear();
    focusOn(isAnswered(error) ? 'member_email' : 'member_password');
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    setBusy(true);
    const data = new FormData(event.currentTarget);
    const text = (name: keyof LoginFields) => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    const fields = { member_email: text('member_email').trim(), member_password: text('member_password') };
    try {
      if (point(await wrongLoginFields(fields))) return;
      await login(fields);
      signInDraft.drop();
      await onSignedIn();
    } catch (error) {
      await refused(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const changed = (field: keyof LoginFields) => wrong[field] && setWrong({ ...wrong, [field]: undefined });
  return { form, busy, wrong, submit, changed };
}

/** Plain inputs, no form library: this screen is what a visitor waits for first. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTexts();
  const { form, busy, wrong, submit, changed } = useLogin(onSignedIn);
  const [first] = useState(() => signInDraft.read().member_email ?? '');
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)} onFocus={prepareLogin}>
      <CodedField label={t('session.email')} code={wrong.member_email}>
        {(wire) => (
          <TextInput
            {...wire}
            name="member_email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            defaultValue={first}
            onChange={(event) => {
              changed('member_email');
              signInDraft.write({ member_email: event.target.value });
            }}
          />
        )}
      </CodedField>
      <CodedField label={t('session.password')} code={wrong.member_password}>
        {(wire) => (
          <PasswordInput
            {...wire}
            name="member_password"
            autoComplete="current-password"
            enterKeyHint="go"
            onChange={() => changed('member_password')}
          />
        )}
      </CodedField>
      <div className={styles.end}>
        <Link to="/forgotPassword" className={styles.link}>
          {t('session.login.forgot')}
        </Link>
      </div>
      <Button type="submit" full sends busy={busy}>
        {t('session.signIn')}
      </Button>
      {canUsePasskeys() && <PasskeyButton onSignedIn={onSignedIn} />}
      <p className={styles.switch}>
        {t('session.login.noAccount')}
        <Link to="/signup" className={styles.link}>
          {t('session.signUp')}
        </Link>
      </p>
      <Link to="/welcome" className={styles.what}>
        {t('session.login.what')}
      </Link>
    </form>
  );
}

function PasskeyButton({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const signIn = async () => {
    setBusy(true);
    try {
      if (await signInWithPasskey()) await onSignedIn();
    } catch (error) {
      await alertRefusal('session.login.failed', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" full sends busy={busy} onClick={() => void signIn()}>
      {t('session.login.passkey')}
    </Button>
  );
}
