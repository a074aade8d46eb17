import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { brand } from '../../base/brand/brand.ts';
import { LanguagePicker } from '../../base/language/language-picker.tsx';
import { Logo } from '../../base/brand/logo.tsx';
import { loadOnceOnline } from '../../base/parts/late/once-online.ts';
import styles from './public-frame.module.css';

const VisitorRibbon = lazy(() =>
  loadOnceOnline(() => import('./visitor-ribbon.tsx').then((file) => ({ default: file.VisitorRibbon }))),
);

/** Visitor screens: mark, language picker, one column, copyright. The screen inside brings its own h1. */
export function PublicFrame() {
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <Logo />
        <LanguagePicker />
      </header>
      <main id="content" className={styles.content}>
        <Outlet />
      </main>
      <footer className={styles.foot}>{brand.copyright}</footer>
      <Suspense>
        <VisitorRibbon />
      </Suspense>
    </div>
  );
}
