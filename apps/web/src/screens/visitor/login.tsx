import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Intro } from '../../features/auth/intro.tsx';
import { LoginForm } from '../../features/auth/login-form.tsx';
import { useTexts } from '../../i18n/texts.ts';

const route = getRouteApi('/_public/login');

/** Sign-in; leads to the path that was wanted, else home. */
export function LoginScreen() {
  const { t } = useTexts();
  const router = useRouter();
  const { next } = route.useSearch();
  return (
    <>
      <Intro title={t('auth.signIn')} lead={t('auth.login.lead')} />
      <LoginForm onSignedIn={() => router.history.replace(next ?? '/')} />
    </>
  );
}
