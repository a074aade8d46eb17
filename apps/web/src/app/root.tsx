import { closeTopDialog } from '@minerx/ui/dialog';
import { Outlet, useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '../i18n/texts.ts';
import { useRouteEffects } from './route-effects.ts';
import { OfflineBanner, Overlays } from './overlays.tsx';
import { Providers } from './providers.tsx';
import styles from './root.module.css';

export function Root() {
  return (
    <Providers>
      <Frame />
      <Overlays />
    </Providers>
  );
}

function Frame() {
  const { t } = useTexts();
  useRouteEffects();
  // Going back closes what lies on top first.
  useBlocker({ shouldBlockFn: ({ action }) => action === 'BACK' && closeTopDialog(), enableBeforeUnload: false });
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
