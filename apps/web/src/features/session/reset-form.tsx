import type { BodyInputOf } from '@minerx/contract/call';
import { resetPassword } from '@minerx/contract/member';
import { Button } from '@minerx/ui/button';
import { PasswordInput } from '@minerx/ui/password-input';
import { Link } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { showAlert } from '../../base/alerts.ts';
import { request } from '../../base/api.ts';
import { endSession } from '../../base/session.ts';
import { useTexts } from '../../i18n/texts.ts';
import styles from './session.module.css';
import { CodedField } from '../../base/form/coded-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { PinField } from './pin-field.tsx';
import { withPairs } from './pairs.ts';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';
import { markRefused } from './refused.ts';

type ResetBody = BodyInputOf<typeof resetPassword>;
type ResetFields = Omit<ResetBody, 'id'>;

const empty: ResetFields = { member_password: '', confirm_password: '', member_security_pin: '', confirm_pin: '' };
const isResetField = (name: string): name is keyof ResetFields => Object.hasOwn(empty, name);
const resolver = withPairs<ResetBody>(resetPassword.body, [
  ['member_password', 'confirm_password', 'err_password_mismatch'],
  ['member_security_pin', 'confirm_pin', 'err_pin_mismatch'],
]);

/** Sets a new password and PIN with the id of the mailed link. */
export function ResetForm({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTexts();
  const form = useForm<ResetBody, unknown, ResetBody>({ defaultValues: { id, ...empty }, resolver });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: 'member_password' });
  const bind = (name: 'member_password' | 'confirm_password') =>
    form.register(name, { onChange: () => form.clearErrors(name) });

  const submit = form.handleSubmit(async (body) => {
    try {
      await request(resetPassword, { body: { ...body, id } });
    } catch (error) {
      if (!markRefused(form, error, isResetField)) await alertRefusal('session.reset', error);
      return;
    }
    await showAlert({
      mode: 1,
      title: t('session.reset'),
      message: t('session.reset.done'),
      submessage: t('session.reset.doneMessage'),
    });
    // The server has ended every session, one of this browser included.
    endSession('left');
    onDone();
  });

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <section className={styles.group}>
        <h2>{t('session.reset.password')}</h2>
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
            <PasswordInput {...wire} {...bind('confirm_password')} autoComplete="new-password" enterKeyHint="next" />
          )}
        </CodedField>
      </section>
      <section className={styles.group}>
        <h2>{t('session.reset.pin')}</h2>
        <CodedField label={t('session.newPin')} hint={t('session.pin.hint')} code={errors.member_security_pin?.message}>
          {(wire) => (
            <PinField {...wire} control={form.control} name="member_security_pin" advise enterKeyHint="next" />
          )}
        </CodedField>
        <CodedField label={t('session.confirmPin')} code={errors.confirm_pin?.message}>
          {(wire) => <PinField {...wire} control={form.control} name="confirm_pin" enterKeyHint="done" />}
        </CodedField>
      </section>
      <Button type="submit" full sends busy={isSubmitting}>
        {t('session.reset.save')}
      </Button>
      <p className={styles.switch}>
        <Link to="/login" className={styles.link}>
          {t('session.backToSignIn')}
        </Link>
      </p>
    </form>
  );
}
