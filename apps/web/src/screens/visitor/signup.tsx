import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Intro } from '../../features/auth/intro.tsx';
import { SignupForm } from '../../features/auth/signup/signup-form.tsx';
import { useTexts } from '../../i18n/texts.ts';

const route = getRouteApi('/_public/_form/signup');

export function SignupScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { inviteCode } = route.useSearch();
  return (
    <>
      <Intro title={t('auth.signUp')} lead={t('auth.signup.lead')} />
      <SignupForm inviteCode={inviteCode} onRegistered={() => void navigate({ to: '/login', replace: true })} />
    </>
  );
}
