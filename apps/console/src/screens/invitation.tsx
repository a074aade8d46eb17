import { operatorAccept, operatorInvitation } from '@minerx/contract/operator/session';
import { Button, buttonClass } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { FailedState } from '@minerx/ui/failed-state';
import { PasswordInput } from '@minerx/ui/password-input';
import { Spinner } from '@minerx/ui/spinner';
import { TextInput } from '@minerx/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { request, sentenceOf } from '../base/api.ts';
import { useSubmit } from '../base/use-submit.ts';
import { textOf } from '../base/form-text.ts';
import { NewSecret, PASSWORD_HINT, RecoveryCodes } from '../base/entry.tsx';
import styles from '../base/entry.module.css';

/** An invited person chooses a password, proves the authenticator, and is told the recovery codes, once. */
export function InvitationScreen() {
  const { id } = useSearch({ from: '/invitation' });
  const invitation = useQuery({
    queryKey: ['invitation', id],
    queryFn: () => request(operatorInvitation, { query: { id } }),
  });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { busy, failed, onSubmit } = useSubmit(async (form) => {
    const body = { id, password: textOf(form, 'password'), factor: textOf(form, 'factor') };
    setCodes((await request(operatorAccept, { body })).recovery_codes);
  });
  if (codes !== null) return <Recovery codes={codes} />;
  if (invitation.isPending) return <Spinner />;
  if (invitation.isError)
    return (
      <main className={styles.entry}>
        <h1>Invitation</h1>
        <FailedState text={sentenceOf(invitation.error)} onRetry={() => void invitation.refetch()} />
      </main>
    );
  const { email, name, role, totp_secret: secret, totp_url: url } = invitation.data;
  return (
    <main className={styles.entry}>
      <h1>Welcome, {name}</h1>
      <p className={styles.note}>
        You are invited as {role}, under {email}. Scan this with your authenticator app, or type the secret into it.
      </p>
      <NewSecret secret={secret} url={url} />
      <form className={styles.form} onSubmit={onSubmit}>
        <Field label="New password" hint={PASSWORD_HINT}>
          {(wire) => <PasswordInput {...wire} name="password" autoComplete="new-password" required />}
        </Field>
        <Field label="Code" hint="The six digits that your authenticator shows now.">
          {(wire) => <TextInput {...wire} name="factor" inputMode="numeric" autoComplete="one-time-code" required />}
        </Field>
        <div aria-live="polite">{failed !== null && <p className={styles.failed}>{failed}</p>}</div>
        <Button type="submit" full busy={busy}>
          Accept
        </Button>
      </form>
    </main>
  );
}

function Recovery({ codes }: { codes: readonly string[] }) {
  return (
    <main className={styles.entry}>
      <h1>Keep these codes</h1>
      <RecoveryCodes codes={codes} />
      <Link to="/sign-in" className={buttonClass({ full: true })}>
        I have them. Sign in
      </Link>
    </main>
  );
}
