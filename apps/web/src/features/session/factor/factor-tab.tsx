import {
  secondFactorAdd,
  secondFactorBegin,
  secondFactorRecovery,
  secondFactorRemove,
} from '@minerx/contract/second-factor';
import type { ResultOf } from '@minerx/contract/call';
import { Button } from '@minerx/ui/button';
import { CopyButton } from '@minerx/ui/copy-button';
import { CodeInput, PinInput } from '@minerx/ui/pin-input';
import { QrCode } from '@minerx/ui/qr-code';
import { Skeleton } from '@minerx/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../base/api.ts';
import { alertRefusal } from '../../../base/asking/refusal-alert.ts';
import { CodedField } from '../../../base/form/coded-field.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';
import { sessionsQuery } from '../sessions/sessions.api.ts';
import { factorQuery, passkeysQuery } from './factor.api.ts';
import { tell, type Wrong } from './factor-changes.ts';
import { Passkeys } from './passkeys.tsx';

const QR_PX = 180;
type Begun = ResultOf<typeof secondFactorBegin>;

/** Switches the authenticator app on and off, and lists the passkeys. Where one of them is needed the sheet over everything asks for it. */
export default function FactorTab() {
  const { t } = useTexts();
  const state = useQuery(factorQuery);
  const passkeys = useQuery(passkeysQuery);
  const client = useQueryClient();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // A change signs the other devices out.
  const renew = () =>
    Promise.all(
      [factorQuery, sessionsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey: [...queryKey] })),
    );

  if (codes !== null) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />;
  if (begun !== null)
    return (
      <Enrolment
        begun={begun}
        onDone={(made) => {
          setBegun(null);
          setCodes(made);
          void renew();
        }}
      />
    );
  if (state.data === undefined || passkeys.data === undefined) return <Skeleton height="12rem" />;
  const { factor_since: since, factor_recovery_left: left } = state.data;
  const begin = async () => {
    try {
      setBegun(await request(secondFactorBegin, {}));
    } catch (error) {
      await alertRefusal('factor.failed', error);
    }
  };
  return (
    <div className={styles.form}>
      {since === null && (
        <>
          <div className={styles.group}>
            <h2>{t('factor.app')}</h2>
            <p className={styles.note}>{t('factor.what')}</p>
          </div>
          <Button full sends onClick={() => void begin()}>
            {t('factor.begin')}
          </Button>
        </>
      )}
      <Passkeys passkeys={passkeys.data} onCodes={setCodes} onChanged={() => void renew()} />
      {(since !== null || passkeys.data.length > 0) && (
        <Enrolled since={since} left={left} onCodes={setCodes} onChanged={() => void renew()} />
      )}
    </div>
  );
}

function Enrolment({ begun, onDone }: { begun: Begun; onDone: (codes: readonly string[]) => void }) {
  const { t } = useTexts();
  const [input, setInput] = useState({ code: '', pin: '' });
  const [wrong, setWrong] = useState<Wrong>({});
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const body = { factor_draft: begun.factor_draft, factor_code: input.code, member_security_pin: input.pin };
    setWrong(
      (await tell(async () => {
        onDone((await request(secondFactorAdd, { body })).recovery_codes);
      })) ?? {},
    );
    setBusy(false);
  };
  return (
    <div className={styles.form}>
      <div className={styles.group}>
        <p className={styles.note}>{t('factor.scan')}</p>
        <QrCode text={begun.factor_url} label={t('factor.qr')} size={QR_PX} />
        <p className={styles.key}>{begun.factor_secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        <CopyButton text={begun.factor_secret} label={t('factor.copyKey')} />
        <CodedField label={t('factor.code')} code={wrong.factor_code}>
          {(wire) => <CodeInput {...wire} value={input.code} onChange={(code) => setInput({ ...input, code })} />}
        </CodedField>
        <CodedField label={t('session.pin')} code={wrong.member_security_pin}>
          {(wire) => <PinInput {...wire} value={input.pin} onChange={(pin) => setInput({ ...input, pin })} />}
        </CodedField>
        <p className={styles.note}>{t('security.note')}</p>
      </div>
      <Button full sends busy={busy} onClick={() => void confirm()}>
        {t('factor.confirm')}
      </Button>
    </div>
  );
}

interface EnrolledProps {
  /** Null: there are passkeys alone. */
  since: string | null;
  left: number;
  onCodes: (codes: readonly string[]) => void;
  onChanged: () => void;
}

function Enrolled({ since, left, onCodes, onChanged }: EnrolledProps) {
  const { t, format } = useTexts();
  const [pin, setPin] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const [busy, setBusy] = useState(false);
  const run = async (send: () => Promise<void>) => {
    setBusy(true);
    setWrong((await tell(send)) ?? {});
    setBusy(false);
    onChanged();
  };
  const body = { member_security_pin: pin };
  return (
    <div className={styles.form}>
      <div className={styles.group}>
        {since !== null && (
          <>
            <h2>{t('factor.app')}</h2>
            <p>{t('factor.since', { date: format.dateTime(new Date(since)) })}</p>
          </>
        )}
        <p className={styles.note}>{t('factor.left', { count: left })}</p>
        <CodedField label={t('session.pin')} code={wrong.member_security_pin}>
          {(wire) => <PinInput {...wire} value={pin} onChange={setPin} />}
        </CodedField>
        <p className={styles.note}>{t('security.note')}</p>
      </div>
      <Button
        full
        sends
        variant="secondary"
        busy={busy}
        onClick={() => void run(async () => onCodes((await request(secondFactorRecovery, { body })).recovery_codes))}
      >
        {t('factor.renew')}
      </Button>
      {since !== null && (
        <Button
          full
          sends
          variant="danger"
          busy={busy}
          onClick={() => void run(async () => void (await request(secondFactorRemove, { body })))}
        >
          {t('factor.remove')}
        </Button>
      )}
    </div>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTexts();
  return (
    <div className={styles.form}>
      <div className={styles.group}>
        <h2>{t('factor.recovery.title')}</h2>
        <p className={styles.note}>{t('factor.recovery.note')}</p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join('\n')} label={t('factor.recovery.copy')} />
      </div>
      <Button full onClick={onKept}>
        {t('factor.recovery.kept')}
      </Button>
    </div>
  );
}
