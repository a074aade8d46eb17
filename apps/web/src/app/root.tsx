import { topDialog } from '@minerx/ui/open-dialogs';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState, type ComponentType } from 'react';
import { useTexts } from '../i18n/texts.ts';
import { loadings, openAlerts, toasts } from '../base/alerts.ts';
import { useRouteEffects } from './route-effects.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { Providers } from './providers.tsx';
import styles from './root.module.css';

export function Root() {
  return (
    <Providers>
      <Frame />
      <LateOverlays />
    </Providers>
  );
}

/**
 * Nothing lies over the screen before it is touched or something is to be said: until then its code is not fetched. Where it cannot
 * be had the screen below stays, and the next touch or the network's return asks again.
 */
function LateOverlays() {
  const [Overlays, setOverlays] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Overlays) return;
    const want = () =>
      void import('./overlays.tsx').then((file) => setOverlays(() => file.Overlays)).catch(() => undefined);
    const events = ['pointerdown', 'keydown', 'focusin', 'online'] as const;
    for (const event of events) addEventListener(event, want, { passive: true });
    const stores = [openAlerts, loadings, toasts];
    const stops = stores.map((store) => store.subscribe(want));
    // A screen's effects run before these: what it said or opened at once is there already.
    if (topDialog() || stores.some((store) => store.get().length > 0)) want();
    return () => {
      for (const event of events) removeEventListener(event, want);
      for (const stop of stops) stop();
    };
  }, [Overlays]);
  return Overlays && <Overlays />;
}

function Frame() {
  const { t } = useTexts();
  useRouteEffects();
  useEffect(() => {
    delete document.documentElement.dataset.shell;
  }, []);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t('common.skip')}
      </a>
      <OfflineBanner />
      <Outlet />
    </div>
  );
}
