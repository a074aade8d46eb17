import { localeOf, type WireLanguage } from '@minerx/rules/wire-language';
import { UiProvider, useUi, type LinkProps } from '@minerx/ui/ui-context';
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './preview.module.css';

export type Theme = 'dark' | 'light';

interface PhoneProps {
  language: WireLanguage;
  theme: Theme;
  children: ReactNode;
}

/**
 * A page of its own of a phone's width, so that everything is laid out as there. It has no address and loads nothing: what stands
 * in it is drawn from here, with the styles of this page.
 */
export function Phone({ language, theme, children }: PhoneProps) {
  const [page, setPage] = useState<Document | null>(null);
  const ui = useUi();
  useEffect(() => {
    if (page === null) return;
    page.documentElement.dataset['phone'] = '';
    for (const sheet of document.querySelectorAll('link[rel=stylesheet], style'))
      page.head.append(page.importNode(sheet, true));
  }, [page]);
  useEffect(() => {
    if (page === null) return;
    Object.assign(page.documentElement, { lang: localeOf(language) });
    page.documentElement.dataset['theme'] = theme;
    page.title = 'Preview';
  }, [page, language, theme]);
  const open = (frame: HTMLIFrameElement | null) => setPage(frame?.contentDocument ?? null);
  return (
    <>
      <iframe ref={open} className={styles.phone} title="Preview" onLoad={({ currentTarget }) => open(currentTarget)} />
      {page !== null &&
        createPortal(
          <UiProvider value={{ ...ui, locale: localeOf(language), Link: StillLink }}>{children}</UiProvider>,
          page.body,
        )}
    </>
  );
}

/** It leads nowhere from here. */
function StillLink({ className, children, 'aria-label': label }: LinkProps) {
  return (
    <a className={className} role="link" aria-label={label}>
      {children}
    </a>
  );
}
