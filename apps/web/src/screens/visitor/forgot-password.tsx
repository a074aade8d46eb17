import { useNavigate } from '@tanstack/react-router';
import { ForgotForm } from '../../features/session/forgot-form.tsx';
import { Intro } from '../../features/session/intro.tsx';
import { useTexts } from '../../i18n/texts.ts';
import letter from '../../base/art/empty-letter.svg';

export function ForgotPasswordScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <>
      <Intro title={t('session.forgot')} lead={t('session.forgot.lead')} art={letter} />
      <ForgotForm onSent={() => void navigate({ to: '/login' })} />
    </>
  );
}
