import type { ResultOf } from '@minerx/contract/call';
import {
  operatorPasskeyAdd,
  operatorPasskeyBegin,
  operatorPasskeyRemove,
  operatorPasskeys,
} from '@minerx/contract/operator/passkey';
import { canUsePasskeys } from '@minerx/contract/passkeys-here';
import { makePasskey } from '@minerx/contract/webauthn';
import { PASSKEY_NAME_MAX } from '@minerx/rules/passkey';
import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { Modal } from '@minerx/ui/modal';
import { TextInput } from '@minerx/ui/text-input';
import { useState } from 'react';
import { factorAsked, request, type FactorAsked } from '../base/api.ts';
import { textOf } from '../base/form-text.ts';
import page from '../base/page.module.css';
import { lookAgain } from '../base/queries.ts';
import { Heading, Panel, RecordPage } from '../base/record/record.tsx';
import { StepUp } from '../base/run/step-up.tsx';
import { At } from '../base/time.tsx';
import { useSubmit } from '../base/use-submit.ts';

type Passkey = ResultOf<typeof operatorPasskeys>['passkeys'][number];
/** What changes keys: each time with the second factor. */
type Change = (factor?: string) => Promise<void>;

const add =
  (name: string): Change =>
  async (factor) => {
    const begun = await request(operatorPasskeyBegin, { factor });
    const { passkey_challenge: challenge, passkey_user: user, passkey_user_name: email, passkey_ids: ids } = begun;
    const made = await makePasskey({ challenge, user, email, ids, brand: document.title });
    if (made !== null) await request(operatorPasskeyAdd, { body: { passkey_name: name, ...made } });
  };

const remove =
  (id: string): Change =>
  (factor) =>
    request(operatorPasskeyRemove, { body: { id }, factor }).then(() => undefined);

/** The passkeys of whoever is signed in: each signs in alone, and confirms what money hangs on. */
export function PasskeysScreen() {
  const [open, setOpen] = useState<{ change: Change; asked: FactorAsked } | null>(null);
  const attempt = async (change: Change, factor?: string): Promise<void> => {
    try {
      await change(factor);
      setOpen(null);
      lookAgain();
    } catch (error) {
      const asked = factorAsked(error);
      if (asked === null) throw error;
      setOpen({ change, asked });
    }
  };
  return (
    <RecordPage call={operatorPasskeys} query={{}} back={{ to: '/', label: 'What waits' }}>
      {({ passkeys }) => (
        <>
          <Heading title="Passkeys">
            A passkey signs in alone and confirms one action at a time. A change signs you out everywhere else.
          </Heading>
          <Panel title="Yours">
            {passkeys.length === 0 && <p className={page.said}>None yet.</p>}
            <ul className={page.waiting}>
              {passkeys.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} onRemove={() => attempt(remove(passkey.id))} />
              ))}
            </ul>
          </Panel>
          {canUsePasskeys() && <Add key={passkeys.length} onAdd={(name) => attempt(add(name))} />}
          <Modal open={open !== null} title="Is it you?" onClose={() => setOpen(null)}>
            {open && (
              <StepUp
                asked={open.asked}
                onCode={(code) => attempt(open.change, code)}
                onPasskey={(answer) => attempt(open.change, answer)}
              />
            )}
          </Modal>
        </>
      )}
    </RecordPage>
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
    <Panel title="One more">
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
    </Panel>
  );
}
