import { CodeInput } from '@minerx/ui/pin-input';
import { Field } from '@minerx/ui/field';
import { PasswordInput } from '@minerx/ui/password-input';
import { TextInput } from '@minerx/ui/text-input';
import { Controller, useWatch, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';
import { CodeButton } from './code-button.tsx';
import { PasswordChecklist } from '../password-checklist.tsx';
import { PinField } from '../pin-field.tsx';
import { ReferralField } from './referral-field.tsx';
import type { SignupBody } from './signup.api.ts';
import type { SignupContext, SignupFields } from './signup-fields.ts';

/** What is wrong with a field, quietly where it lacks and another one is to be filled in first. */
export interface Fault {
  error: string | undefined;
  quiet: boolean;
}

export interface GroupProps {
  form: UseFormReturn<SignupFields, SignupContext, SignupBody>;
  callingCode: string | undefined;
  faultOf: (name: keyof SignupFields) => Fault;
  bind: (name: keyof SignupFields) => UseFormRegisterReturn;
}

/** Email and the code that proves it. */
export function EmailGroup({ form, faultOf, bind, onWaiting }: GroupProps & { onWaiting: (waiting: boolean) => void }) {
  const { t } = useTexts();
  return (
    <section className={styles.group}>
      <h2>{t('session.signup.email')}</h2>
      <Field label={t('session.email')} {...faultOf('member_email')}>
        {(wire) => (
          <TextInput
            {...wire}
            {...bind('member_email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
          />
        )}
      </Field>
      <CodeButton form={form} onWaiting={onWaiting} />
      <Field label={t('session.code')} hint={t('session.code.hint')} {...faultOf('verify_code')}>
        {(wire) => (
          <Controller
            control={form.control}
            name="verify_code"
            render={({ field }) => (
              <CodeInput
                {...wire}
                name="verify_code"
                ref={field.ref}
                value={field.value}
                onBlur={field.onBlur}
                onChange={(code) => {
                  field.onChange(code);
                  form.clearErrors('verify_code');
                }}
                enterKeyHint="next"
              />
            )}
          />
        )}
      </Field>
    </section>
  );
}

/** Password and security PIN, each with its rule before anything is typed. */
export function SecurityGroup({ form, faultOf, bind }: GroupProps) {
  const { t } = useTexts();
  const password = useWatch({ control: form.control, name: 'member_password' });
  return (
    <section className={styles.group}>
      <h2>{t('session.signup.security')}</h2>
      <Field
        label={t('session.password')}
        checklist={<PasswordChecklist password={password} />}
        {...faultOf('member_password')}
      >
        {(wire) => (
          <PasswordInput {...wire} {...bind('member_password')} autoComplete="new-password" enterKeyHint="next" />
        )}
      </Field>
      <Field label={t('session.pin')} hint={t('session.pin.hint')} {...faultOf('member_security_pin')}>
        {(wire) => <PinField {...wire} control={form.control} name="member_security_pin" advise enterKeyHint="next" />}
      </Field>
    </section>
  );
}

/** The code of the member who invited. A group of its own, because fields get the focus of a mistake in the order they are drawn in. */
export function InvitationGroup({ form, faultOf, bind, invited }: GroupProps & { invited: boolean }) {
  const { t } = useTexts();
  const { error } = form.getFieldState('referral_code');
  return (
    <section className={styles.group}>
      <h2>{t('session.signup.invitation')}</h2>
      <ReferralField
        input={bind('referral_code')}
        fault={error?.message === 'err_format' ? { error: t('session.referral.wrong') } : faultOf('referral_code')}
        invited={invited}
      />
    </section>
  );
}
