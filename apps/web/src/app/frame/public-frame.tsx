import { Outlet } from '@tanstack/react-router';
import { brand } from '../../base/brand/brand.ts';
import { LanguagePicker } from '../../base/language/language-picker.tsx';
import { Logo } from '../../base/brand/logo.tsx';
import styles from './public-frame.module.css';

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
    </div>
  );
}
