import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Intro } from '../../features/session/intro.tsx';
import { LoginForm } from '../../features/session/login-form.tsx';
import { useTexts } from '../../i18n/texts.ts';

const route = getRouteApi('/_public/login');

/** Sign-in; leads to the path that was wanted, else home. */
export function LoginScreen() {
  const { t } = useTexts();
  const router = useRouter();
  const { next } = route.useSearch();
  return (
    <>
      <Intro title={t('session.signIn')} lead={t('session.login.lead')} />
      <LoginForm onSignedIn={() => router.history.replace(next ?? '/')} />
    </>
  );
}
