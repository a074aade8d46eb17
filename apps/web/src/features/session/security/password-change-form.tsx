import type { BodyInputOf } from '@minerx/contract/call';
import { passwordModify } from '@minerx/contract/member';
import { Button } from '@minerx/ui/button';
import { PasswordInput } from '@minerx/ui/password-input';
import { useForm, useWatch } from 'react-hook-form';
import { request } from '../../../base/api.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';
import { CodedField } from '../../../base/form/coded-field.tsx';
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

  const submit = submitChange('password', form, empty, (body) => request(passwordModify, { body }));

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.group}>
        <CodedField label={t('security.password.old')} code={errors.old_password?.message}>
          {(wire) => (
            <PasswordInput {...wire} {...bind('old_password')} autoComplete="current-password" enterKeyHint="next" />
          )}
        </CodedField>
        <CodedField
          label={t('session.newPassword')}
          checklist={<PasswordChecklist password={password} />}
          code={errors.member_password?.message}
        >
          {(wire) => (
            <PasswordInput {...wire} {...bind('member_password')} autoComplete="new-password" enterKeyHint="next" />
          )}
        </CodedField>
        <CodedField label={t('session.confirmPassword')} code={errors.confirm_password?.message}>
          {(wire) => (
            <PasswordInput {...wire} {...bind('confirm_password')} autoComplete="new-password" enterKeyHint="done" />
          )}
        </CodedField>
        <p className={styles.note}>{t('security.note')}</p>
      </div>
      <Button type="submit" full sends busy={isSubmitting}>
        {t('security.password.save')}
      </Button>
    </form>
  );
}
