import { operatorSignOut } from '@minerx/contract/operator/session';
import { Button } from '@minerx/ui/button';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { request } from '../base/api.ts';
import { actionsQuery, sessionQuery } from '../base/queries.ts';
import { titled } from '../base/titled.ts';
import { KINDS } from '../base/kinds.ts';
import styles from './frame.module.css';

const firstOf = (verbs: readonly string[]): string =>
  ['list', 'status', 'show', 'check'].find((verb) => verbs.includes(verb)) ?? verbs[0] ?? '';

/** Where the day's work is done, each for who may do the action that shows the same. */
const DESKS: readonly (readonly [to: string, label: string, action: string])[] = [
  ['/withdrawals', 'Withdrawals', 'withdrawal list'],
  ['/nft-withdrawals', 'NFT withdrawals', 'nft list'],
  ['/deposits', 'Deposits', 'deposit list'],
  ['/tickets', 'Tickets', 'ticket list'],
  ['/members', 'Members', 'member list'],
  ['/prizes-to-hand-over', 'Prizes to hand over', 'fulfilment list'],
  ['/vouchers', 'Vouchers', 'voucher list'],
  ['/prices', 'Prices and fees', 'price list'],
  ['/raya-prizes', 'Raya prizes', 'prize list'],
  ...Object.entries(KINDS).map(([kind, { title, look }]) => [`/catalogue/${kind}`, title, look] as const),
  ['/news', 'News', 'announcement list'],
  ['/translations', 'Texts of the app', 'translation list'],
  ['/fleet', 'Fleet', 'device list'],
  ['/devices', 'Devices', 'device list'],
  ['/settlements', 'Settlement', 'settlement status'],
  ['/given-up', 'Given up', 'outbox list'],
  ['/audit', 'Audit log', 'audit list'],
  ['/health', 'Health', 'integrity check'],
  ['/balance-sheet', 'Balance sheet', 'integrity check'],
];

/** The nouns that the operator has actions for, and the screen beside them. */
export function Frame() {
  const { data: actions } = useSuspenseQuery(actionsQuery);
  const verbs = Map.groupBy(actions, ({ name }) => name.split(' ')[0] ?? '');
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // The page before stands until the next one has come.
  const isLeaving = useRouterState({ select: ({ status }) => status === 'pending' });
  useEffect(() => main.current?.focus({ preventScroll: true }), [path]);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <nav className={styles.menu} aria-label="Main">
        <Link to="/" className={styles.brand ?? ''}>
          Console
        </Link>
        <div className={styles.places}>
          <ul className={styles.nouns}>
            {DESKS.filter(([, , action]) => actions.some(({ name }) => name === action)).map(([to, label]) => (
              <li key={to}>
                <Link to={to} className={styles.noun ?? ''} activeProps={{ 'aria-current': 'page' }}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <h2 className={styles.group}>Everything else</h2>
          <ul className={styles.nouns}>
            {[...verbs].map(([noun, list]) => (
              <li key={noun}>
                <Link
                  to="/$noun/$verb"
                  params={{ noun, verb: firstOf(list.map(({ name }) => name.split(' ')[1] ?? '')) }}
                  search={{}}
                  className={styles.noun ?? ''}
                  aria-current={
                    path.startsWith(`/${noun}/`) || path.startsWith(`/console/${noun}/`) ? 'page' : undefined
                  }
                >
                  {titled(noun)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <Who />
      </nav>
      <main id="main" className={styles.main} ref={main} tabIndex={-1} aria-busy={isLeaving || undefined}>
        <Outlet />
      </main>
    </div>
  );
}

/** Who is signed in, their keys, and the way out. */
function Who() {
  const { data: session } = useQuery({ ...sessionQuery, refetchInterval: 60_000 });
  const signOut = async () => {
    await request(operatorSignOut).catch(() => undefined);
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
