import { CODE_RESEND_SECONDS } from '@minerx/rules/member';
import { CountdownButton } from '@minerx/ui/countdown-button';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Refusal } from '../../../base/refusal.ts';
import type { TextKey } from '../../../i18n/keys.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../auth.module.css';
import { alertRefusal } from '../../../base/refusal-alert.ts';
import { fieldRefusals } from '../refused.ts';
import { sendSignupCode, type SignupBody } from './signup.api.ts';
import { isSignupField, type SignupContext, type SignupFields } from './signup-fields.ts';

export interface CodeButtonProps {
  form: UseFormReturn<SignupFields, SignupContext, SignupBody>;
  /** True from the press until another code may be asked for. */
  onWaiting: (waiting: boolean) => void;
}

/** Send Code, then a countdown of 59 s, then RESEND. Full name and email must be there first. */
export function CodeButton({ form, onWaiting }: CodeButtonProps) {
  const { t } = useTexts();
  const [sentTo, setSentTo] = useState('');

  const lacks = (field: 'member_detail_fullname' | 'member_email', message: TextKey) => {
    if (form.getValues(field).trim() !== '') return false;
    form.setError(field, { message }, { shouldFocus: true });
    return true;
  };

  const send = async () => {
    if (lacks('member_detail_fullname', 'auth.code.needName') || lacks('member_email', 'auth.code.needEmail'))
      return false;
    if (!(await form.trigger(['member_detail_fullname', 'member_email'], { shouldFocus: true }))) return false;
    const [name, email] = form.getValues(['member_detail_fullname', 'member_email']);
    onWaiting(true);
    try {
      await sendSignupCode(name.trim(), email.trim());
      setSentTo(email.trim());
      return true;
    } catch (error) {
      onWaiting(false);
      return await refused(error);
    }
  };

  const refused = async (error: unknown) => {
    // The code's own call names the full name as the specification does.
    const fields = Object.entries(fieldRefusals(error) ?? {}).map(
      ([name, code]) => [name === 'member_username' ? 'member_detail_fullname' : name, code] as const,
    );
    const known = fields.filter(([name]) => isSignupField(name));
    known.forEach(([name, message], place) =>
      form.setError(name as keyof SignupFields, { message }, { shouldFocus: place === 0 }),
    );
    if (known.length > 0) return false;
    await alertRefusal('auth.code.failed', error);
    // A code is on its way already, perhaps asked for before a reload: wait as long as the server says.
    return (error instanceof Refusal && error.code === 'err_code_wait' && error.retryAfter) || false;
  };

  return (
    <div className={styles.stack}>
      <CountdownButton
        label={t('auth.code.send')}
        againLabel={t('auth.code.resend')}
        waitLabel={(seconds) => t('auth.code.wait', { seconds })}
        seconds={CODE_RESEND_SECONDS}
        onPress={send}
        onWaiting={onWaiting}
      />
      <p className={styles.note} role="status">
        {sentTo && t('auth.code.sent', { email: sentTo })}
      </p>
    </div>
  );
}
