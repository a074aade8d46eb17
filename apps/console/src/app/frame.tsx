import { operatorSignOut, type OperatorSession } from '@minerx/contract/operator/session';
import { Button } from '@minerx/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { request } from '../base/api.ts';
import { sessionQuery } from '../base/queries.ts';
import { APP_NAME } from '../base/app-name.ts';
import { forgetTab } from '../base/tab-storage.ts';
import { Frozen } from './frozen.tsx';
import styles from './frame.module.css';
import { Places } from './places.tsx';

/** The places an operator may go to, and the screen beside them. */
export function Frame() {
  const { data: session } = useQuery({ ...sessionQuery, refetchInterval: 60_000 });
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // The page before stands until the next one has come.
  const isLeaving = useRouterState({ select: ({ status }) => status === 'pending' });
  useEffect(() => main.current?.focus({ preventScroll: true }), [path]);
  useKeptFocus(main);
  useTitle(main);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Menu path={path} session={session} />
      <main id="main" className={styles.main} ref={main} tabIndex={-1} aria-busy={isLeaving || undefined}>
        {session && <Frozen frozen={session.frozen} />}
        <Outlet />
      </main>
    </div>
  );
}

/** Tabs, history and screen readers name a page as its heading does, whatever has come of it. */
function useTitle(main: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const page = main.current;
    if (!page) return;
    const tell = () => {
      const heading = page.querySelector('h1')?.textContent;
      document.title = heading ? `${heading} · ${APP_NAME}` : APP_NAME;
    };
    tell();
    const changes = new MutationObserver(tell);
    changes.observe(page, { childList: true, subtree: true, characterData: true });
    return () => {
      changes.disconnect();
      document.title = APP_NAME;
    };
  }, [main]);
}

/** Where what had the focus is gone, what stood around it takes it: whoever works by keys goes on from there. */
function useKeptFocus(main: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const page = main.current;
    if (!page) return;
    let around: HTMLElement[] = [];
    const note = ({ target }: FocusEvent) => {
      around = [];
      for (let each = target as HTMLElement | null; each && each !== page; each = each.parentElement) around.push(each);
    };
    const keep = () => {
      if (document.activeElement !== document.body || around.length === 0 || around[0]?.isConnected) return;
      const left = around.find((each) => each.isConnected) ?? page;
      left.tabIndex = -1;
      left.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(keep);
    changes.observe(page, { childList: true, subtree: true });
    page.addEventListener('focusin', note);
    return () => {
      changes.disconnect();
      page.removeEventListener('focusin', note);
    };
  }, [main]);
}

/** Beside the page where there is room for both; else it opens over the page, and goes when a place was chosen. */
function Menu({ path, session }: { path: string; session: OperatorSession | undefined }) {
  const [openedAt, setOpenedAt] = useState<string>();
  const isOpen = openedAt === path;
  return (
    <nav className={styles.menu} aria-label="Main">
      <div className={styles.head}>
        <Link to="/" className={styles.brand ?? ''}>
          {APP_NAME}
        </Link>
        <Button
          variant="secondary"
          size="medium"
          aria-expanded={isOpen}
          aria-controls="places"
          onClick={() => setOpenedAt(isOpen ? undefined : path)}
        >
          Menu
        </Button>
      </div>
      <div id="places" className={styles.fold} data-open={isOpen || undefined}>
        <Places />
        <Who session={session} />
      </div>
    </nav>
  );
}

/** Who is signed in, their keys, and the way out. */
function Who({ session }: { session: OperatorSession | undefined }) {
  const signOut = async () => {
    await request(operatorSignOut).catch(() => undefined);
    forgetTab();
    // Everything that was shown is gone from memory with it.
    location.assign('/console/sign-in');
  };
  return (
    <div className={styles.who}>
      <p>
        {session?.name}
        <span>
          {session?.email}, {session?.role}
        </span>
      </p>
      <Link to="/keys" className={styles.noun ?? ''} activeProps={{ 'aria-current': 'page' }}>
        Your keys
      </Link>
      <Button variant="secondary" size="medium" full onClick={() => void signOut()}>
        Sign out
      </Button>
    </div>
  );
}
