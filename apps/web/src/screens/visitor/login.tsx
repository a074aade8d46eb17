import { getRouteApi, useRouter } from '@tanstack/react-router';
import welcomeArt from '../../base/art/welcome.svg';
import { Intro } from '../../features/session/intro.tsx';
import { LoginForm } from '../../features/session/login-form.tsx';
import { useTexts } from '../../i18n/texts.ts';

const LONGEST_WAIT_MS = 1500;

const route = getRouteApi('/_public/login');

/** Sign-in; leads to the path that was wanted, else home. */
export function LoginScreen() {
  const { t } = useTexts();
  const router = useRouter();
  const { next } = route.useSearch();
  // The first screen is drawn once, for whoever it is: what only a newcomer sees would push the rest down. It waits for no slow line.
  const goOn = async (): Promise<void> => {
    const known = import('../../features/member/known-member.ts')
      .then(({ knowMember }) => knowMember())
      .catch(() => undefined);
    await Promise.race([known, new Promise((go) => setTimeout(go, LONGEST_WAIT_MS))]);
    router.history.replace(next ?? '/');
  };
  return (
    <>
      <Intro title={t('session.signIn')} lead={t('session.login.lead')} beside={welcomeArt} />
      <LoginForm onSignedIn={goOn} />
    </>
  );
}
