import { CODE_RESEND_SECONDS } from '@minerx/rules/member';
import { Card } from '@minerx/ui/card';
import { CountdownButton } from '@minerx/ui/countdown-button';
import { Field } from '@minerx/ui/field';
import { CodeInput, PinInput } from '@minerx/ui/pin-input';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './address.module.css';
import { fieldText } from '../../base/field-text.ts';
import type { AddressForm } from './use-address-form.ts';

/** PIN first, because the code is sent only with it; then the code from the mail. */
export function ConfirmGroup({ form, email }: { form: AddressForm; email: string }) {
  const { t } = useTexts();
  const [sent, setSent] = useState(false);
  const { input, errors, type } = form;
  const send = async () => {
    const outcome = await form.sendCode();
    if (outcome === true) setSent(true);
    return outcome;
  };
  return (
    <Card className={styles.group}>
      <h2 className={styles.heading}>{t('address.confirm')}</h2>
      <Field label={t('auth.pin')} error={fieldText(t, errors.pin)}>
        {(wire) => (
          <PinInput
            {...wire}
            name="pin"
            value={input.pin}
            disabled={form.busy}
            onChange={(pin) => type({ pin })}
            enterKeyHint="next"
          />
        )}
      </Field>
      <div className={styles.send}>
        <CountdownButton
          label={t('auth.code.send')}
          againLabel={t('auth.code.resend')}
          waitLabel={(seconds) => t('auth.code.wait', { seconds })}
          seconds={CODE_RESEND_SECONDS}
          onPress={send}
        />
        <p className={styles.note} role="status">
          {sent && t('auth.code.sent', { email })}
        </p>
      </div>
      <Field label={t('auth.code')} hint={t('auth.code.hint')} error={fieldText(t, errors.code)}>
        {(wire) => (
          <CodeInput
            {...wire}
            name="code"
            value={input.code}
            disabled={form.busy}
            onChange={(code) => type({ code })}
            enterKeyHint="done"
          />
        )}
      </Field>
    </Card>
  );
}
