import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { brand } from '../../base/brand/brand.ts';
import { LanguagePicker } from '../../base/language/language-picker.tsx';
import { Logo } from '../../base/brand/logo.tsx';
import { loadOnceOnline } from '../../base/parts/late/once-online.ts';
import { hasSession } from '../../base/session.ts';
import { wasSimulated } from '../../base/storage/simulated.ts';
import styles from './public-frame.module.css';

const DemoRibbon = lazy(() =>
  loadOnceOnline(() => import('./demo-ribbon.tsx').then((file) => ({ default: file.DemoRibbon }))),
);

/**
 * Visitor screens: mark, language picker, one column, copyright. The screen inside brings its own h1. Members who come here
 * see what they see on every screen.
 */
export function PublicFrame() {
  const isDemo = hasSession() && wasSimulated();
  return (
    <div className={styles.frame} data-demo={isDemo || undefined}>
      <header className={styles.head}>
        <Logo />
        <LanguagePicker />
      </header>
      <main id="content" className={styles.content}>
        <Outlet />
      </main>
      <footer className={styles.foot}>{brand.copyright}</footer>
      {isDemo && (
        <Suspense>
          <DemoRibbon />
        </Suspense>
      )}
    </div>
  );
}
