import { useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { texts, useTexts } from '../i18n/texts.ts';
import { showAlert } from '../base/alerts.ts';
import { onMaintenance } from '../base/api.ts';
import { brand } from '../base/brand.ts';
import { safePath } from './guards.ts';
import { onSessionEnd } from '../base/session.ts';

/** What follows a change of route or of session: title, focus on the h1, the way out when the session ends. */
export function useRouteEffects(): void {
  const { t } = useTexts();
  const router = useRouter();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });

  useEffect(() => {
    document.title = title ? `${t(title)} · ${brand.name}` : brand.name;
  }, [t, title]);

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return;
        document.querySelector('h1')?.focus({ preventScroll: true });
      }),
    [router],
  );

  useEffect(
    () =>
      onSessionEnd((why) => {
        const next = why === 'refused' ? safePath(router.state.location.href) : undefined;
        void router.navigate({ to: '/login', search: next && next !== '/' ? { next } : {} });
        if (why === 'refused') void showAlert({ mode: 2, title: texts().t('common.title.login'), message: texts().t('err_session_ended') });
      }),
    [router],
  );

  useEffect(() => onMaintenance(() => void router.navigate({ to: '/maintenance' })), [router]);
}
