import type { BodyInputOf } from '@minerx/contract/call';
import { passwordModify } from '@minerx/contract/member';
import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { PasswordInput } from '@minerx/ui/password-input';
import { useForm, useWatch } from 'react-hook-form';
import { request } from '../../../base/api.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';
import { fieldText } from '../../../base/form/field-text.ts';
import { withPairs } from '../pairs.ts';
import { PasswordChecklist } from '../password-checklist.tsx';
import { submitChange } from './security-change.ts';

type Body = BodyInputOf<typeof passwordModify>;

const empty: Body = { old_password: '', member_password: '', confirm_password: '' };
const resolver = withPairs<Body>(passwordModify.body, [
  ['member_password', 'confirm_password', 'err_password_mismatch'],
]);

/** Old password, new one, and the new one again. */
export function PasswordChangeForm() {
  const { t } = useTexts();
  const form = useForm<Body, unknown, Body>({ defaultValues: empty, resolver });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: 'member_password' });
  const bind = (name: keyof Body) => form.register(name, { onChange: () => form.clearErrors(name) });
  const errorOf = (name: keyof Body) => fieldText(t, errors[name]?.message);

  const submit = submitChange('password', form, empty, (body) => request(passwordModify, { body }));

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.group}>
        <Field label={t('security.password.old')} error={errorOf('old_password')}>
          {(wire) => (
            <PasswordInput {...wire} {...bind('old_password')} autoComplete="current-password" enterKeyHint="next" />
          )}
        </Field>
        <Field
          label={t('session.newPassword')}
          checklist={<PasswordChecklist password={password} />}
          error={errorOf('member_password')}
        >
          {(wire) => (
            <PasswordInput {...wire} {...bind('member_password')} autoComplete="new-password" enterKeyHint="next" />
          )}
        </Field>
        <Field label={t('session.confirmPassword')} error={errorOf('confirm_password')}>
          {(wire) => (
            <PasswordInput {...wire} {...bind('confirm_password')} autoComplete="new-password" enterKeyHint="done" />
          )}
        </Field>
        <p className={styles.note}>{t('security.note')}</p>
      </div>
      <Button type="submit" full sends busy={isSubmitting}>
        {t('security.password.save')}
      </Button>
    </form>
  );
}
