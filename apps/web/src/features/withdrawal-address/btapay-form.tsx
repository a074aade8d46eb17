import type { Member } from '@minerx/contract/profile';
import { isValidBtapayId } from '@minerx/rules/member';
import { isValidPin } from '@minerx/rules/pin';
import { Button } from '@minerx/ui/button';
import { Disclosure } from '@minerx/ui/disclosure';
import { PinInput } from '@minerx/ui/pin-input';
import { TextInput } from '@minerx/ui/text-input';
import { useRef, useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { outcomeText } from '../../base/asking/decided.ts';
import { CodedField } from '../../base/form/coded-field.tsx';
import { memberQuery } from '../../base/member.ts';
import { heldUntil, useHeldReason } from '../../base/parts/outgoing-held.tsx';
import { queryClient } from '../../base/query.tsx';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';
import { Refusal } from '../../base/refusal.ts';
import { useTexts } from '../../i18n/texts.ts';
import { saveBtapayId } from './withdrawal-address.api.ts';
import styles from './withdrawal-address.module.css';

interface Errors {
  id?: string | undefined;
  pin?: string | undefined;
}

/** What is filled in, judged and saved. */
function useBtapay(member: Member) {
  const { t } = useTexts();
  const [id, setId] = useState(member.member_btapay_id);
  const [pin, setPin] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const idInput = useRef<HTMLInputElement>(null);
  const pinInput = useRef<HTMLInputElement>(null);

  const fail = (faults: Errors) => {
    setErrors(faults);
    if (faults.id) idInput.current?.focus();
    else if (faults.pin) pinInput.current?.focus();
    return Boolean(faults.id ?? faults.pin);
  };

  const refused = async (error: unknown) => {
    const { btapay_id: idFault, member_security_pin: pinFault } = error instanceof Refusal ? error.fields : {};
    await alertRefusal(
      'withdrawal-address.btapay.failed',
      error,
      outcomeText(t, error, 'withdrawal-address.unanswered'),
    );
    if (pinFault) setPin('');
    fail({ id: idFault, pin: pinFault });
  };

  const submit = async () => {
    const input = id.trim();
    const idFault = input === '' ? 'err_required' : isValidBtapayId(input) ? undefined : 'err_btapay_id';
    const pinFault = pin === '' ? 'err_required' : isValidPin(pin) ? undefined : 'err_pin_rule';
    if (busy || fail({ id: idFault, pin: pinFault })) return;
    setBusy(true);
    try {
      await saveBtapayId(input, pin);
      setPin('');
      void queryClient.invalidateQueries({ queryKey: memberQuery.queryKey });
      await showAlert({
        mode: 1,
        title: t('withdrawal-address.btapay.done'),
        message: t('withdrawal-address.btapay.doneMessage'),
      });
    } catch (error) {
      await refused(error);
    } finally {
      setBusy(false);
    }
  };

  const change = (typed: { id?: string; pin?: string }) => {
    if (typed.id !== undefined) setId(typed.id);
    if (typed.pin !== undefined) setPin(typed.pin);
    setErrors({ ...errors, ...(typed.id === undefined ? { pin: undefined } : { id: undefined }) });
  };
  return { id, pin, errors, busy, idInput, pinInput, submit, change };
}

/** The member's account at BTA Pay, behind the PIN. */
export function BtapayForm({ member }: { member: Member }) {
  const { t } = useTexts();
  const reason = useHeldReason(heldUntil(member));
  const { id, pin, errors, busy, idInput, pinInput, submit, change } = useBtapay(member);
  return (
    <Disclosure
      title={t('withdrawal-address.btapay')}
      aside={<span className={styles.current}>{member.member_btapay_id || t('withdrawal-address.btapay.none')}</span>}
    >
      <form
        className="stack-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined) void submit();
        }}
      >
        <CodedField
          label={t('withdrawal-address.btapay.id')}
          hint={t('withdrawal-address.btapay.hint')}
          code={errors.id}
        >
          {(wire) => (
            <TextInput
              {...wire}
              ref={idInput}
              value={id}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="next"
              onChange={({ target }) => change({ id: target.value })}
            />
          )}
        </CodedField>
        <CodedField label={t('withdrawal-address.btapay.pin')} code={errors.pin}>
          {(wire) => (
            <PinInput
              {...wire}
              ref={pinInput}
              value={pin}
              onChange={(digits) => change({ pin: digits })}
              enterKeyHint="done"
            />
          )}
        </CodedField>
        <Button type="submit" full variant="secondary" sends busy={busy} reason={reason}>
          {t('withdrawal-address.btapay.save')}
        </Button>
      </form>
    </Disclosure>
  );
}
