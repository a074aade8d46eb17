import { operatorSignOut } from '@minerx/contract/operator/session';
import { Button } from '@minerx/ui/button';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { request } from '../base/api.ts';
import { actionsQuery, sessionQuery } from '../base/queries.ts';
import styles from './frame.module.css';

const firstOf = (verbs: readonly string[]): string =>
  ['list', 'status', 'show', 'check'].find((verb) => verbs.includes(verb)) ?? verbs[0] ?? '';

const titled = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1).replace('-', ' ');

/** The nouns that the operator has actions for, and the screen beside them. */
export function Frame() {
  const { data: actions } = useSuspenseQuery(actionsQuery);
  const { data: session } = useQuery({ ...sessionQuery, refetchInterval: 60_000 });
  const verbs = Map.groupBy(actions, ({ name }) => name.split(' ')[0] ?? '');
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => main.current?.focus({ preventScroll: true }), [path]);
  const signOut = async () => {
    await request(operatorSignOut).catch(() => undefined);
    // Everything that was shown is gone from memory with it.
    location.assign('/console/sign-in');
  };
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <nav className={styles.menu} aria-label="Main">
        <Link to="/" className={styles.brand ?? ''}>
          Console
        </Link>
        <ul className={styles.nouns}>
          {[...verbs].map(([noun, list]) => (
            <li key={noun}>
              <Link
                to="/$noun/$verb"
                params={{ noun, verb: firstOf(list.map(({ name }) => name.split(' ')[1] ?? '')) }}
                search={{}}
                className={styles.noun ?? ''}
                aria-current={path.startsWith(`/${noun}/`) || path.startsWith(`/console/${noun}/`) ? 'page' : undefined}
              >
                {titled(noun)}
              </Link>
            </li>
          ))}
        </ul>
        <div className={styles.who}>
          <p>
            {session?.name}
            <span>
              {session?.email}, {session?.role}
            </span>
          </p>
          <Button variant="secondary" size="medium" full onClick={() => void signOut()}>
            Sign out
          </Button>
        </div>
      </nav>
      <main id="main" className={styles.main} ref={main} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
