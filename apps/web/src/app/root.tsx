import { Outlet } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useState } from 'react';
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

const Overlays = lazy(() => import('./overlays.tsx').then((file) => ({ default: file.Overlays })));

/** Nothing lies over the screen before it is touched or something is to be said: until then its code is not fetched. */
function LateOverlays() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const events = ['pointerdown', 'keydown', 'focusin'] as const;
    for (const event of events) addEventListener(event, want, { once: true, passive: true });
    const stores = [openAlerts, loadings, toasts];
    const stops = stores.map((store) => store.subscribe(want));
    // A screen's effects run before these: what it said at once is there already.
    if (stores.some((store) => store.get().length > 0)) want();
    return () => {
      for (const event of events) removeEventListener(event, want);
      for (const stop of stops) stop();
    };
  }, []);
  return wanted ? (
    <Suspense>
      <Overlays />
    </Suspense>
  ) : null;
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
