import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { BodyInputOf } from '@minerx/contract/call';
import { forgotPassword } from '@minerx/contract/member';
import { RESET_MINUTES, normaliseEmail } from '@minerx/rules/member';
import { Button } from '@minerx/ui/button';
import { TextInput } from '@minerx/ui/text-input';
import { Link } from '@tanstack/react-router';
import { useForm, type Resolver } from 'react-hook-form';
import { showAlert } from '../../base/alerts.ts';
import { request } from '../../base/api.ts';
import { texts, useTexts } from '../../i18n/texts.ts';
import styles from './session.module.css';
import { CodedField } from '../../base/form/coded-field.tsx';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';
import { fieldRefusals } from './refused.ts';
import { signInDraft } from './login.api.ts';
import { useDraft } from './use-draft.ts';

interface ForgotFields {
  member_email: string;
}

type ForgotBody = BodyInputOf<typeof forgotPassword>;

const contractResolver = standardSchemaResolver(forgotPassword.body) as unknown as Resolver<
  ForgotFields,
  unknown,
  ForgotBody
>;
const resolver: typeof contractResolver = (typed, ...rest) =>
  contractResolver({ member_email: normaliseEmail(typed.member_email) }, ...rest);

/** Asks for a reset link. Never tells whether the address has an account. */
export function ForgotForm({ onSent }: { onSent: () => void }) {
  const { t } = useTexts();
  const form = useForm<ForgotFields, unknown, ForgotBody>({
    defaultValues: { member_email: '', ...signInDraft.read() },
    resolver,
  });
  useDraft(form, signInDraft);
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      await request(forgotPassword, { body: { ...body, language: texts().language } });
    } catch (error) {
      const code = fieldRefusals(error)?.member_email;
      if (code) form.setError('member_email', { message: code }, { shouldFocus: true });
      else await alertRefusal('session.forgot', error);
      return;
    }
    await showAlert({
      mode: 1,
      title: t('session.forgot'),
      message: t('session.forgot.sent', { email: body.member_email }),
      submessage: t('session.forgot.next', { minutes: RESET_MINUTES }),
    });
    onSent();
  });

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <CodedField label={t('session.email')} code={errors.member_email?.message}>
        {(wire) => (
          <TextInput
            {...wire}
            {...form.register('member_email')}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="send"
          />
        )}
      </CodedField>
      <Button type="submit" full sends busy={isSubmitting}>
        {t('session.forgot.send')}
      </Button>
      <p className={styles.switch}>
        <Link to="/login" className={styles.link}>
          {t('session.backToSignIn')}
        </Link>
      </p>
    </form>
  );
}
