import { CodeInput } from '@minerx/ui/pin-input';
import { Field } from '@minerx/ui/field';
import { PasswordInput } from '@minerx/ui/password-input';
import { TextInput } from '@minerx/ui/text-input';
import { Lock } from 'lucide-react';
import { Controller, useWatch, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';
import { CodeButton } from './code-button.tsx';
import { CountryPicker } from './country-picker.tsx';
import { callingCodeText } from './mobile.ts';
import { PasswordChecklist } from '../password-checklist.tsx';
import { PinField } from '../pin-field.tsx';
import { ReferralField } from './referral-field.tsx';
import type { SignupBody } from './signup.api.ts';
import type { SignupContext, SignupFields } from './signup-fields.ts';

export interface GroupProps {
  form: UseFormReturn<SignupFields, SignupContext, SignupBody>;
  callingCode: string | undefined;
  errorOf: (name: keyof SignupFields) => string | undefined;
  bind: (name: keyof SignupFields) => UseFormRegisterReturn;
}

export interface AboutGroupProps extends GroupProps {
  locked: boolean;
  onCountry: (id: number) => void;
}

/** Country, mobile number and full name. */
export function AboutGroup({ form, callingCode, errorOf, bind, locked, onCountry }: AboutGroupProps) {
  const { t } = useTexts();
  return (
    <section className={styles.group}>
      <h2>{t('session.signup.about')}</h2>
      <Controller
        control={form.control}
        name="country"
        render={({ field }) => (
          <Field label={t('session.country')} error={errorOf('country')}>
            {(wire) => (
              <>
                <CountryPicker
                  wire={wire}
                  ref={field.ref}
                  value={field.value}
                  disabled={locked}
                  onBlur={field.onBlur}
                  onChange={(country) => {
                    field.onChange(country.id);
                    form.clearErrors('country');
                    onCountry(country.id);
                  }}
                />
                {locked && (
                  <p className={styles.lock}>
                    <Lock size={16} aria-hidden="true" />
                    {t('session.country.locked')}
                  </p>
                )}
              </>
            )}
          </Field>
        )}
      />
      <Field label={t('session.mobile')} error={errorOf('member_detail_mobile')}>
        {(wire) => (
          <TextInput
            {...wire}
            {...bind('member_detail_mobile')}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            enterKeyHint="next"
            lead={callingCode && callingCodeText(callingCode)}
          />
        )}
      </Field>
      <Field label={t('session.fullName')} error={errorOf('member_detail_fullname')}>
        {(wire) => (
          <TextInput
            {...wire}
            {...bind('member_detail_fullname')}
            autoComplete="name"
            autoCapitalize="words"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
          />
        )}
      </Field>
    </section>
  );
}

/** Email and the code that proves it. */
export function EmailGroup({ form, errorOf, bind, onWaiting }: GroupProps & { onWaiting: (waiting: boolean) => void }) {
  const { t } = useTexts();
  return (
    <section className={styles.group}>
      <h2>{t('session.signup.email')}</h2>
      <Field label={t('session.email')} error={errorOf('member_email')}>
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
      <Field label={t('session.code')} hint={t('session.code.hint')} error={errorOf('verify_code')}>
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
export function SecurityGroup({ form, errorOf, bind }: GroupProps) {
  const { t } = useTexts();
  const password = useWatch({ control: form.control, name: 'member_password' });
  return (
    <section className={styles.group}>
      <h2>{t('session.signup.security')}</h2>
      <Field
        label={t('session.password')}
        hint={<PasswordChecklist password={password} />}
        error={errorOf('member_password')}
      >
        {(wire) => (
          <PasswordInput {...wire} {...bind('member_password')} autoComplete="new-password" enterKeyHint="next" />
        )}
      </Field>
      <Field label={t('session.pin')} hint={t('session.pin.hint')} error={errorOf('member_security_pin')}>
        {(wire) => <PinField {...wire} control={form.control} name="member_security_pin" advise enterKeyHint="next" />}
      </Field>
    </section>
  );
}

/** The code of the member who invited. A group of its own, because fields get the focus of a mistake in the order they are drawn in. */
export function InvitationGroup({ form, errorOf, bind, invited }: GroupProps & { invited: boolean }) {
  const { t } = useTexts();
  const { error } = form.getFieldState('referral_code');
  return (
    <section className={styles.group}>
      <h2>{t('session.signup.invitation')}</h2>
      <ReferralField
        input={bind('referral_code')}
        error={error?.message === 'err_format' ? t('session.referral.wrong') : errorOf('referral_code')}
        invited={invited}
      />
    </section>
  );
}
