import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { KINDS } from '../base/kinds.ts';
import { actionsQuery, waitingQuery } from '../base/queries.ts';
import { QUEUES, shownCount } from '../base/queues.ts';
import { titled } from '@minerx/contract/operator/action';
import styles from './frame.module.css';

const firstOf = (verbs: readonly string[]): string =>
  ['list', 'status', 'show', 'check'].find((verb) => verbs.includes(verb)) ?? verbs[0] ?? '';

/** Where the day's work is done, each for who may do the action that shows the same. */
type Desk = readonly [to: string, label: string, action: string];
const DESKS: readonly (readonly [group: string, desks: readonly Desk[]])[] = [
  [
    'Queues',
    [
      ['/withdrawals', 'Withdrawals', 'withdrawal list'],
      ['/nft-withdrawals', 'NFT withdrawals', 'nft list'],
      ['/deposits', 'Deposits', 'deposit list'],
      ['/tickets', 'Tickets', 'ticket list'],
      ['/prizes-to-hand-over', 'Prizes to hand over', 'fulfilment list'],
      ['/given-up', 'Given up', 'outbox list'],
    ],
  ],
  [
    'Members',
    [
      ['/members', 'Members', 'member list'],
      ['/news', 'News', 'announcement list'],
      ['/translations', 'Texts of the app', 'translation list'],
    ],
  ],
  [
    'Machines',
    [
      ['/fleet', 'Fleet', 'device list'],
      ['/devices', 'Devices', 'device list'],
      ['/settlements', 'Settlement', 'settlement status'],
    ],
  ],
  [
    'Books',
    [
      ['/health', 'Health', 'integrity check'],
      ['/balance-sheet', 'Balance sheet', 'integrity check'],
      ['/audit', 'Audit log', 'audit list'],
      ['/long-work', 'Long work', 'audit verify'],
    ],
  ],
  [
    'Offers',
    [
      ['/prices', 'Prices and fees', 'price list'],
      ['/raya-prizes', 'Raya prizes', 'prize list'],
      ['/vouchers', 'Vouchers', 'voucher list'],
      ...Object.entries(KINDS).map(([kind, { title, look }]): Desk => [`/catalogue/${kind}`, title, look]),
    ],
  ],
];

/** Lists of the day's work in groups, then what is done seldom; where one is stands in sight. */
export function Places() {
  const { data: actions } = useSuspenseQuery(actionsQuery);
  const { data: waiting } = useQuery(waitingQuery);
  const waitsAt = (place: string): number =>
    (waiting?.queues ?? []).reduce((sum, { queue, count }) => sum + (QUEUES[queue].to === place ? count : 0), 0);
  const places = useRef<HTMLDivElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    // In braces: newer browsers answer scrolling with a promise, and an effect leaves nothing or a function behind.
    places.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'center' });
  }, [path]);
  return (
    <div className={styles.places} ref={places}>
      {DESKS.map(([group, desks]) => {
        const open = desks.filter(([, , action]) => actions.some(({ name }) => name === action));
        return open.length === 0 ? null : (
          <section key={group}>
            <h2 className={styles.group}>{group}</h2>
            <ul className={styles.nouns}>
              {open.map(([to, label]) => (
                <li key={to}>
                  <Link to={to} className={styles.noun ?? ''} activeProps={{ 'aria-current': 'page' }}>
                    {label}
                  </Link>
                  <Count of={waitsAt(to)} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <Everything path={path} />
    </div>
  );
}

/** How much waits at a place; nothing where nothing does. */
function Count({ of }: { of: number }) {
  if (of === 0) return null;
  return (
    <span className={styles.count}>
      {shownCount(of)}
      <span className="unseen"> wait</span>
    </span>
  );
}

/** Every noun that the operator has actions for: folded, as most of them have a desk of their own. */
function Everything({ path }: { path: string }) {
  const { data: actions } = useSuspenseQuery(actionsQuery);
  const verbs = Map.groupBy(actions, ({ name }) => name.split(' ')[0] ?? '');
  const at = [...verbs.keys()].find((noun) => path.startsWith(`/${noun}/`) || path.startsWith(`/console/${noun}/`));
  return (
    <details key={String(at !== undefined)} open={at !== undefined}>
      <summary className={styles.group}>Everything else</summary>
      <ul className={styles.nouns}>
        {[...verbs].map(([noun, list]) => (
          <li key={noun}>
            <Link
              to="/$noun/$verb"
              params={{ noun, verb: firstOf(list.map(({ name }) => name.split(' ')[1] ?? '')) }}
              search={{}}
              className={styles.noun ?? ''}
              aria-current={noun === at ? 'page' : undefined}
            >
              {titled(noun)}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
