import { useNavigate } from '@tanstack/react-router';
import { ForgotForm } from '../../features/auth/forgot-form.tsx';
import { Intro } from '../../features/auth/intro.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function ForgotPasswordScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <>
      <Intro title={t('auth.forgot')} lead={t('auth.forgot.lead')} />
      <ForgotForm onSent={() => void navigate({ to: '/login' })} />
    </>
  );
}
