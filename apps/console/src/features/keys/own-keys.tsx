import type { ResultOf } from '@minerx/contract/call';
import {
  operatorAuthenticator,
  operatorAuthenticatorBegin,
  operatorPassword,
  operatorRecovery,
} from '@minerx/contract/operator/key';
import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { PasswordInput } from '@minerx/ui/password-input';
import { TextInput } from '@minerx/ui/text-input';
import { useState } from 'react';
import { request } from '../../base/api.ts';
import { NewSecret, PASSWORD_HINT, RecoveryCodes } from '../../base/entry.tsx';
import { textOf } from '../../base/form-text.ts';
import page from '../../base/page.module.css';
import { Panel } from '../../base/record/record.tsx';
import { useSubmit } from '../../base/use-submit.ts';
import type { Change } from './change.tsx';

interface KeyProps {
  attempt: (change: Change) => Promise<void>;
}

export function Password({ attempt }: KeyProps) {
  const [isDone, setDone] = useState(false);
  const { busy, failed, onSubmit } = useSubmit((form) => {
    const body = { password: textOf(form, 'password') };
    return attempt(async (factor) => {
      await request(operatorPassword, { body, factor });
      form.reset();
      setDone(true);
    });
  });
  return (
    <Panel title="Password">
      <form className={page.steps} onSubmit={onSubmit}>
        <Field label="New password" hint={PASSWORD_HINT} error={failed}>
          {(wire) => <PasswordInput {...wire} name="password" autoComplete="new-password" required />}
        </Field>
        <div>
          <Button type="submit" size="medium" busy={busy}>
            Change the password
          </Button>
        </div>
        <p role="status">{isDone && 'The password is changed.'}</p>
      </form>
    </Panel>
  );
}

export function Authenticator({ attempt }: KeyProps) {
  const [begun, setBegun] = useState<ResultOf<typeof operatorAuthenticatorBegin> | null>(null);
  const [isDone, setDone] = useState(false);
  const begin = useSubmit(() =>
    attempt(async (factor) => {
      setBegun(await request(operatorAuthenticatorBegin, { factor }));
      setDone(false);
    }),
  );
  const confirm = useSubmit(async (form) => {
    if (begun === null) return;
    await request(operatorAuthenticator, { body: { totp_draft: begun.totp_draft, factor: textOf(form, 'new') } });
    setBegun(null);
    setDone(true);
  });
  return (
    <Panel title="Authenticator">
      {begun === null ? (
        <form className={page.steps} onSubmit={begin.onSubmit}>
          <p className={page.said}>A new phone: the old one counts until a code of the new one has come.</p>
          <p aria-live="polite">{begin.failed ?? (isDone && 'The new authenticator counts from now on.')}</p>
          <div>
            <Button type="submit" size="medium" busy={begin.busy}>
              Connect another
            </Button>
          </div>
        </form>
      ) : (
        <form className={page.steps} onSubmit={confirm.onSubmit}>
          <NewSecret secret={begun.totp_secret} url={begun.totp_url} />
          <Field label="Code of the new one" hint="The six digits that it shows now." error={confirm.failed}>
            {(wire) => <TextInput {...wire} name="new" inputMode="numeric" autoComplete="one-time-code" required />}
          </Field>
          <div>
            <Button type="submit" size="medium" busy={confirm.busy}>
              Confirm the new one
            </Button>
          </div>
        </form>
      )}
    </Panel>
  );
}

export function Recovery({ left, attempt }: KeyProps & { left: number }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { busy, failed, onSubmit } = useSubmit(() =>
    attempt(async (factor) => setCodes((await request(operatorRecovery, { factor })).recovery_codes)),
  );
  return (
    <Panel title="Recovery codes">
      {codes === null ? (
        <p className={page.said}>{left} of 10 are left. New ones take the place of all before.</p>
      ) : (
        <RecoveryCodes codes={codes} />
      )}
      <form className={page.steps} onSubmit={onSubmit}>
        <p aria-live="polite">{failed}</p>
        <div>
          <Button type="submit" size="medium" busy={busy}>
            Make new ones
          </Button>
        </div>
      </form>
    </Panel>
  );
}
