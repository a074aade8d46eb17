import { dataFile, type dataExport } from '@minerx/contract/personal-data';
import { isValidPin } from '@minerx/rules/pin';
import { Button } from '@minerx/ui/button';
import { PinInput } from '@minerx/ui/pin-input';
import { Download } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { toast } from '../../../base/alerts.ts';
import { callOf, request } from '../../../base/api.ts';
import { alertRefusal } from '../../../base/asking/refusal-alert.ts';
import { download, saveAs } from '../../../base/files.ts';
import { CodedField } from '../../../base/form/coded-field.tsx';
import { Refusal } from '../../../base/refusal.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';

const askForData = callOf<typeof dataExport>('POST', 'member/data/export', 'member');

/** Years of receipts over a slow line. */
const DOWNLOAD_MS = 300_000;

/** All that is held of the member, as a file, behind the PIN. */
export function DataForm() {
  const { t } = useTexts();
  const [pin, setPin] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fault = pin === '' ? 'err_required' : isValidPin(pin) ? undefined : 'err_pin_rule';
    setWrong(fault);
    if (busy || fault) return;
    setBusy(true);
    try {
      const { data_ticket: ticket } = await request(askForData, { body: { member_security_pin: pin } });
      saveAs(await download(dataFile, { ticket }, new AbortController().signal, DOWNLOAD_MS), 'my-data.json');
      setPin('');
      toast(t('account.data.done'));
    } catch (error) {
      if (error instanceof Refusal && error.fields['member_security_pin']) {
        setPin('');
        setWrong(error.fields['member_security_pin']);
      }
      await alertRefusal('account.data.failed', error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.note}>{t('account.data.lead')}</p>
      <CodedField label={t('session.pin')} code={wrong}>
        {(wire) => <PinInput {...wire} name="pin" value={pin} disabled={busy} onChange={setPin} enterKeyHint="done" />}
      </CodedField>
      <Button type="submit" full variant="secondary" sends busy={busy}>
        <Download size={18} aria-hidden="true" />
        {t('account.data.get')}
      </Button>
    </form>
  );
}
