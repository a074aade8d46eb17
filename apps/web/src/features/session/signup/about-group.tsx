import { Field } from '@minerx/ui/field';
import { TextInput } from '@minerx/ui/text-input';
import { Lock } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';
import { CountryPicker } from './country-picker.tsx';
import { callingCodeText } from './mobile.ts';
import type { GroupProps } from './signup-groups.tsx';

interface AboutGroupProps extends GroupProps {
  locked: boolean;
  onCountry: (id: number) => void;
}

/** Country, mobile number and full name. */
export function AboutGroup({ form, callingCode, faultOf, bind, locked, onCountry }: AboutGroupProps) {
  const { t } = useTexts();
  return (
    <section className={styles.group}>
      <h2>{t('session.signup.about')}</h2>
      <Controller
        control={form.control}
        name="country"
        render={({ field }) => (
          <Field label={t('session.country')} {...faultOf('country')}>
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
      <Field label={t('session.mobile')} {...faultOf('member_detail_mobile')}>
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
      <Field label={t('session.fullName')} {...faultOf('member_detail_fullname')}>
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
