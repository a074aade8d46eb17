import type { ResultOf } from '@minerx/contract/call';
import {
  operatorPasskeyAdd,
  operatorPasskeyBegin,
  operatorPasskeyRemove,
  type operatorPasskeys,
} from '@minerx/contract/operator/passkey';
import { canUsePasskeys } from '@minerx/contract/passkeys-here';
import { makePasskey } from '@minerx/contract/webauthn';
import { PASSKEY_NAME_MAX } from '@minerx/rules/passkey';
import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { TextInput } from '@minerx/ui/text-input';
import { APP_NAME } from '../../base/app-name.ts';
import { request } from '../../base/api.ts';
import { textOf } from '../../base/form-text.ts';
import page from '../../base/page.module.css';
import { Panel } from '../../base/record/record.tsx';
import { At } from '../../base/time.tsx';
import { useSubmit } from '../../base/use-submit.ts';
import type { Change } from './change.tsx';

type Passkey = ResultOf<typeof operatorPasskeys>['passkeys'][number];

const add =
  (name: string): Change =>
  async (factor) => {
    const begun = await request(operatorPasskeyBegin, { factor });
    const { passkey_challenge: challenge, passkey_user: user, passkey_user_name: email, passkey_ids: ids } = begun;
    const made = await makePasskey({ challenge, user, email, ids, brand: APP_NAME });
    if (made !== null) await request(operatorPasskeyAdd, { body: { passkey_name: name, ...made } });
  };

const remove =
  (id: string): Change =>
  (factor) =>
    request(operatorPasskeyRemove, { body: { id }, factor }).then(() => undefined);

interface PasskeysProps {
  passkeys: readonly Passkey[];
  attempt: (change: Change) => Promise<void>;
}

export function Passkeys({ passkeys, attempt }: PasskeysProps) {
  return (
    <Panel title="Passkeys">
      <p className={page.said}>A passkey signs in alone and confirms one action at a time.</p>
      {passkeys.length === 0 && <p className={page.said}>None yet.</p>}
      <ul className={page.waiting}>
        {passkeys.map((passkey) => (
          <Row key={passkey.id} passkey={passkey} onRemove={() => attempt(remove(passkey.id))} />
        ))}
      </ul>
      {canUsePasskeys() && <Add key={passkeys.length} onAdd={(name) => attempt(add(name))} />}
    </Panel>
  );
}

function Row({ passkey, onRemove }: { passkey: Passkey; onRemove: () => Promise<void> }) {
  const { passkey_name: name, passkey_created_date: made, passkey_used_date: used } = passkey;
  const { busy, failed, onSubmit } = useSubmit(onRemove);
  return (
    <li>
      <form onSubmit={onSubmit}>
        <strong>{name}</strong>, made <At at={made} />,{' '}
        {used === null ? (
          'not used yet'
        ) : (
          <>
            used <At at={used} />
          </>
        )}{' '}
        <Button type="submit" variant="secondary" size="medium" busy={busy} aria-label={`Remove ${name}`}>
          Remove
        </Button>
        {failed}
      </form>
    </li>
  );
}

function Add({ onAdd }: { onAdd: (name: string) => Promise<void> }) {
  const { busy, failed, onSubmit } = useSubmit((form) => onAdd(textOf(form, 'name')));
  return (
    <form className={page.steps} onSubmit={onSubmit}>
      <Field label="Name" hint="Where it is kept: this laptop, a key on your ring." error={failed}>
        {(wire) => <TextInput {...wire} name="name" maxLength={PASSKEY_NAME_MAX} required />}
      </Field>
      <div>
        <Button type="submit" size="medium" busy={busy}>
          Make a passkey
        </Button>
      </div>
    </form>
  );
}
