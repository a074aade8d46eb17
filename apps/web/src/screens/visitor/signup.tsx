import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Intro } from '../../features/session/intro.tsx';
import { SignupForm } from '../../features/session/signup/signup-form.tsx';
import { useTexts } from '../../i18n/texts.ts';

const route = getRouteApi('/_public/_form/signup');

export function SignupScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { inviteCode } = route.useSearch();
  return (
    <>
      <Intro title={t('session.signUp')} lead={t('session.signup.lead')} />
      <SignupForm inviteCode={inviteCode} onRegistered={() => void navigate({ to: '/login', replace: true })} />
    </>
  );
}
