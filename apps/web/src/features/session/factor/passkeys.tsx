import type { ResultOf } from '@minerx/contract/call';
import { passkeyAdd, passkeyBegin, passkeyRemove, type passkeyList } from '@minerx/contract/passkey';
import { canUsePasskeys } from '@minerx/contract/passkeys-here';
import { makePasskey } from '@minerx/contract/webauthn';
import { canAddPasskey, PASSKEY_NAME_MAX } from '@minerx/rules/passkey';
import { Button } from '@minerx/ui/button';
import { PinInput } from '@minerx/ui/pin-input';
import { TextInput } from '@minerx/ui/text-input';
import { useState } from 'react';
import { toast } from '../../../base/alerts.ts';
import { request } from '../../../base/api.ts';
import { brand } from '../../../base/brand/brand.ts';
import { CodedField } from '../../../base/form/coded-field.tsx';
import { Moment } from '../../../base/parts/moment.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { deviceName } from '@minerx/rules/device-name';
import styles from '../session.module.css';
import { tell, type Wrong } from './factor-changes.ts';
import { orRefuse } from './or-refuse.ts';

type Passkey = ResultOf<typeof passkeyList>['passkeys'][number];
/** What the form under the list is for. */
type Wanted = 'new' | Passkey | null;

interface PasskeysProps {
  passkeys: readonly Passkey[];
  /** New recovery codes, with the first second factor of all. */
  onCodes: (codes: readonly string[]) => void;
  onChanged: () => void;
}

/** The member's passkeys: a list, and a form for one more or one less. Where a browser can make none the list alone. */
export function Passkeys({ passkeys, onCodes, onChanged }: PasskeysProps) {
  const { t } = useTexts();
  const [wanted, setWanted] = useState<Wanted>(null);
  if (passkeys.length === 0 && !canUsePasskeys()) return null;
  const done = (codes: readonly string[]) => {
    toast(t(wanted === 'new' ? 'factor.passkey.done' : 'factor.passkey.gone'));
    setWanted(null);
    if (codes.length > 0) onCodes(codes);
    onChanged();
  };
  return (
    <div className={styles.form}>
      <div className={styles.group}>
        <h2>{t('factor.passkeys')}</h2>
        <p className={styles.note}>{t('factor.passkeys.what')}</p>
        {passkeys.length > 0 && (
          <ul className={styles.passkeys}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setWanted(passkey)} />
            ))}
          </ul>
        )}
        {wanted !== null && (
          <Change
            key={wanted === 'new' ? wanted : wanted.id}
            wanted={wanted}
            onDone={done}
            onBack={() => setWanted(null)}
          />
        )}
      </div>
      {wanted === null && canAddPasskey(passkeys.length) && canUsePasskeys() && (
        <Button full variant="secondary" onClick={() => setWanted('new')}>
          {t('factor.passkey.add')}
        </Button>
      )}
    </div>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t, format } = useTexts();
  const { passkey_name: name, passkey_created_date: made, passkey_used_date: used } = passkey;
  return (
    <li className="line-3 apart wraps">
      <div className="stack-0">
        <strong>{name}</strong>
        <span className="soft">{t('factor.passkey.added', { date: format.dateTime(new Date(made)) })}</span>
        <span className="soft">
          {used === null ? (
            t('factor.passkey.unused')
          ) : (
            <Moment at={used} say={(when) => t('factor.passkey.used', { when })} />
          )}
        </span>
      </div>
      <Button
        variant="secondary"
        size="medium"
        aria-label={t('factor.passkey.removeThis', { name })}
        onClick={onRemove}
      >
        {t('factor.passkey.remove')}
      </Button>
    </li>
  );
}

interface ChangeProps {
  wanted: 'new' | Passkey;
  onDone: (codes: readonly string[]) => void;
  onBack: () => void;
}

function Change({ wanted, onDone, onBack }: ChangeProps) {
  const { t } = useTexts();
  const [name, setName] = useState(() => (deviceName(navigator.userAgent) ?? '').slice(0, PASSKEY_NAME_MAX));
  const [pin, setPin] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const [busy, setBusy] = useState(false);

  const add = async () => {
    if (name.trim() === '') return setWrong({ passkey_name: 'err_required' });
    await send(async () => {
      const begun = await request(passkeyBegin, { body: { member_security_pin: pin } });
      const { passkey_challenge: challenge, passkey_user: user, passkey_user_name: email, passkey_ids: ids } = begun;
      const made = await orRefuse(makePasskey({ challenge, user, email, ids, brand: brand.name }));
      if (made === null) return;
      onDone((await request(passkeyAdd, { body: { passkey_name: name.trim(), ...made } })).recovery_codes);
    });
  };
  const remove = ({ id }: Passkey) =>
    send(async () => {
      await request(passkeyRemove, { body: { id, member_security_pin: pin } });
      onDone([]);
    });
  const send = async (work: () => Promise<void>) => {
    setBusy(true);
    setWrong((await tell(work)) ?? {});
    setBusy(false);
  };

  return (
    <>
      {wanted === 'new' && (
        <CodedField label={t('factor.passkey.name')} code={wrong.passkey_name}>
          {(wire) => (
            <TextInput
              {...wire}
              value={name}
              maxLength={PASSKEY_NAME_MAX}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </CodedField>
      )}
      <CodedField label={t('session.pin')} code={wrong.member_security_pin}>
        {(wire) => <PinInput {...wire} value={pin} onChange={setPin} />}
      </CodedField>
      <p className={styles.note}>{t('security.note')}</p>
      <Button
        full
        sends
        variant={wanted === 'new' ? 'primary' : 'danger'}
        busy={busy}
        onClick={() => void (wanted === 'new' ? add() : remove(wanted))}
      >
        {wanted === 'new' ? t('factor.passkey.add') : t('factor.passkey.removeThis', { name: wanted.passkey_name })}
      </Button>
      <Button full variant="quiet" onClick={onBack}>
        {t('common.back')}
      </Button>
    </>
  );
}
