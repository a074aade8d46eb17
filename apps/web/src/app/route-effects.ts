import { useMatches, useRouter, type AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { plain } from '../i18n/plain.ts';
import { isTextKey, texts, useTexts } from '../i18n/texts.ts';
import { showAlert } from '../base/alerts.ts';
import { onMaintenance } from '../base/api.ts';
import { brand } from '../base/brand/brand.ts';
import { safePath } from './guards.ts';
import { hasSession, onSessionEnd } from '../base/session.ts';

/** Frames to wait for a screen whose file is still on its way. */
const PATIENCE_FRAMES = 120;

/** After a change of path the focus goes to the new screen's h1, so that screen readers say where one has come to. */
function focusNewHeading(router: AnyRouter): () => void {
  let old: Element | null = null;
  const look = (frames: number) => {
    const heading = document.querySelector('h1');
    if (heading && heading !== old) heading.focus({ preventScroll: true });
    else if (frames > 0) requestAnimationFrame(() => look(frames - 1));
  };
  return router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    old = document.querySelector('h1');
    if (fromLocation && fromLocation.pathname !== toLocation.pathname)
      requestAnimationFrame(() => look(PATIENCE_FRAMES));
  });
}

/** While the files of the wanted screen are on their way `base.css` draws a line: the tap was heard. */
function markGoing(router: AnyRouter): () => void {
  const { dataset } = document.documentElement;
  const stops = [
    router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && (dataset.going = '')),
    router.subscribe('onResolved', () => delete dataset.going),
  ];
  return () => stops.forEach((stop) => stop());
}

/** What follows a change of route or of session: title, focus on the h1, the way out when the session ends. */
export function useRouteEffects(): void {
  const { t } = useTexts();
  const router = useRouter();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });

  useEffect(() => {
    document.title = title && isTextKey(title) ? `${plain(t(title))} · ${brand.name}` : brand.name;
  }, [t, title]);

  useEffect(() => focusNewHeading(router), [router]);
  useEffect(() => markGoing(router), [router]);

  // A page that came with its figures is drawn while its session is renewed: whether it still has one is asked once more.
  useEffect(() => {
    if (!hasSession() && router.state.matches.some(({ routeId }) => routeId === '/_member')) void router.invalidate();
  }, [router]);
  useEffect(
    () =>
      onSessionEnd((why) => {
        const next = why === 'refused' ? safePath(router.state.location.href) : undefined;
        void router.navigate({ to: '/login', search: next && next !== '/' ? { next } : {} });
        if (why === 'refused')
          void showAlert({ mode: 2, title: texts().t('common.title.login'), message: texts().t('err_session_ended') });
      }),
    [router],
  );

  useEffect(() => onMaintenance(() => void router.navigate({ to: '/maintenance' })), [router]);
}
