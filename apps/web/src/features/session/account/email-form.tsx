import type { emailCodeRequest, emailModify } from '@minerx/contract/email-change';
import type { Member } from '@minerx/contract/profile';
import { FACTOR_HOLD_HOURS } from '@minerx/rules/factor-hold';
import { isValidEmail, isValidVerificationCode } from '@minerx/rules/member';
import { isValidPin } from '@minerx/rules/pin';
import { Button } from '@minerx/ui/button';
import { CodeInput, PinInput } from '@minerx/ui/pin-input';
import { TextInput } from '@minerx/ui/text-input';
import { useState, type FormEvent } from 'react';
import { showAlert } from '../../../base/alerts.ts';
import { callOf, request } from '../../../base/api.ts';
import { askFor } from '../../../base/asking/intent.ts';
import { alertRefusal } from '../../../base/asking/refusal-alert.ts';
import { codeWait } from '../../../base/form/code-wait.ts';
import { type Faults, type Secrets, secretFaults } from '../../../base/form/faults.ts';
import { CodedField } from '../../../base/form/coded-field.tsx';
import { SendCode } from '../../../base/form/send-code.tsx';
import { useFilling } from '../../../base/form/use-filling.ts';
import { memberQuery } from '../../../base/member.ts';
import { heldUntil, useHeldReason } from '../../../base/parts/outgoing-held.tsx';
import { queryClient } from '../../../base/query.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';

const codes = callOf<typeof emailCodeRequest>('POST', 'member/email/request/code', 'member');
const modify = callOf<typeof emailModify>('POST', 'member/email/modify', 'member');

interface Input extends Secrets {
  email: string;
  newCode: string;
}

const FIELD_OF = {
  member_email: 'email',
  member_security_pin: 'pin',
  verify_code: 'code',
  new_verify_code: 'newCode',
} as const;
/** What proves something is kept nowhere, and the address alone is typed quickly. */
const noDraft = { write: () => undefined };

/** What both mailboxes need before they get a code. */
const askingFaults = ({ email, pin }: Input): Faults<Input> => ({
  ...(email.trim() === '' ? { email: 'err_required' } : !isValidEmail(email.trim()) && { email: 'err_email' }),
  ...(pin === '' ? { pin: 'err_required' } : !isValidPin(pin) && { pin: 'err_pin_rule' }),
});
const faultsOf = (input: Input): Faults<Input> => ({
  ...askingFaults(input),
  ...secretFaults(input),
  ...(input.newCode === ''
    ? { newCode: 'err_required' }
    : !isValidVerificationCode(input.newCode) && { newCode: 'err_code_format' }),
});

/** What is typed, sent and told. */
function useEmailChange(member: Member) {
  const { t, format } = useTexts();
  const filling = useFilling<Input>(noDraft, () => ({ email: '', newCode: '' }), ['email', 'pin', 'code', 'newCode']);
  const { input, change, fail, refuse } = filling;
  const [busy, setBusy] = useState(false);
  const email = input.email.trim();

  const refused = (title: 'session.code.failed' | 'account.email.failed', error: unknown) =>
    refuse(error, FIELD_OF, () => alertRefusal(title, error));

  const sendCodes = async () => {
    if (fail(askingFaults(input))) return false;
    try {
      await request(codes, { body: { member_email: email, member_security_pin: input.pin } });
      return true;
    } catch (error) {
      await refused('session.code.failed', error);
      return codeWait(error);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || fail(faultsOf(input))) return;
    setBusy(true);
    const { pin, code, newCode } = input;
    try {
      await askFor('email', { email, code, newCode }, (idempotencyKey) =>
        request(modify, {
          body: { member_email: email, verify_code: code, new_verify_code: newCode, member_security_pin: pin },
          idempotencyKey,
        }),
      );
      change({ email: '', pin: '', code: '', newCode: '' });
      await Promise.all(
        [memberQuery.queryKey, ['sessions']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
      const values = { email, hours: FACTOR_HOLD_HOURS };
      await showAlert({ mode: 1, title: t('account.email.done'), message: t('account.email.doneMessage', values) });
    } catch (error) {
      await refused('account.email.failed', error);
    } finally {
      setBusy(false);
    }
  };

  return { ...filling, busy, sendCodes, submit, sentTo: () => format.list([member.member_email, email]) };
}

/** Another email address, confirmed from both mailboxes. */
export function EmailForm({ member }: { member: Member }) {
  const { t } = useTexts();
  const reason = useHeldReason(heldUntil(member));
  const { form, input, errors, change, busy, sendCodes, submit, sentTo } = useEmailChange(member);
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <strong translate="no">{member.member_email}</strong>
      <p className={styles.note}>{t('account.email.lead')}</p>
      <CodedField label={t('account.email.new')} code={errors.email}>
        {(wire) => (
          <TextInput
            {...wire}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={input.email}
            disabled={busy}
            enterKeyHint="next"
            onChange={({ target }) => change({ email: target.value })}
          />
        )}
      </CodedField>
      <CodedField label={t('session.pin')} code={errors.pin}>
        {(wire) => (
          <PinInput {...wire} name="pin" value={input.pin} disabled={busy} onChange={(pin) => change({ pin })} />
        )}
      </CodedField>
      {reason === undefined && <SendCode purpose="email" emailOf={sentTo} onSend={sendCodes} />}
      <CodedField label={t('account.email.code')} code={errors.code}>
        {(wire) => (
          <CodeInput {...wire} name="code" value={input.code} disabled={busy} onChange={(code) => change({ code })} />
        )}
      </CodedField>
      <CodedField label={t('account.email.newCode')} code={errors.newCode}>
        {(wire) => (
          <CodeInput
            {...wire}
            name="newCode"
            value={input.newCode}
            disabled={busy}
            enterKeyHint="done"
            onChange={(newCode) => change({ newCode })}
          />
        )}
      </CodedField>
      <p className={styles.note}>{t('account.email.note', { hours: FACTOR_HOLD_HOURS })}</p>
      <Button type="submit" full variant="secondary" sends busy={busy} reason={reason}>
        {t('account.email.save')}
      </Button>
    </form>
  );
}
