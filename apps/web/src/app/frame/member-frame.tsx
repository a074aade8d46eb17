import { BottomNav } from '@minerx/ui/bottom-nav';
import { UiProvider, useUi } from '@minerx/ui/ui-context';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { ChartNoAxesColumn, House, Pickaxe, UserRound, Wallet } from 'lucide-react';
import { useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { QueryProvider } from '../../base/query.tsx';
import { wasSimulated } from '../../base/storage/simulated.ts';
import { askAllSimulated } from './all-simulated.ts';
import { DemoRibbon } from './demo-ribbon.tsx';
import styles from './member-frame.module.css';

const places = [
  { to: '/', label: 'common.nav.home', Icon: House },
  { to: '/dashboard', label: 'common.nav.dashboard', Icon: ChartNoAxesColumn },
  { to: '/miner', label: 'common.nav.miner', Icon: Pickaxe },
  { to: '/asset', label: 'common.nav.asset', Icon: Wallet },
  { to: '/profile', label: 'common.nav.profile', Icon: UserRound },
] as const;

/** The first screen comes first: what it showed is kept when it stands, and then notices are listened for. */
const LATER_MS = 2000;

function startLater(): () => void {
  let ended = false;
  const stops: (() => void)[] = [];
  const start = async (begin: Promise<() => () => void>): Promise<void> => {
    const stop = (await begin)();
    if (ended) stop();
    else stops.push(stop);
  };
  const waiting = setTimeout(() => {
    const kept = import('../../base/storage/kept-answers.ts').then((file) => file.startKeeping);
    const followed = import('../../feeds/notice-feed.ts').then((file) => file.followNotices);
    for (const begin of [kept, followed]) start(begin).catch(() => undefined);
    // Where nobody switched messages on its file is not fetched.
    if (localStorage.getItem('minerx:push') !== null)
      void import('../../features/member/notice/push.ts').then((file) => file.keepPush()).catch(() => undefined);
  }, LATER_MS);
  return () => {
    ended = true;
    clearTimeout(waiting);
    for (const stop of stops) stop();
  };
}

/** What asks anew when the page is pulled down: nobody does before there is a page. */
function usePullRefresh(): ComponentType | null {
  const [shown, setShown] = useState<ComponentType | null>(null);
  useEffect(() => {
    void import('../pull-refresh.tsx').then((file) => setShown(() => file.PullRefresh)).catch(() => undefined);
  }, []);
  return shown;
}

/** Member screens: the bottom bar stands on the main ones. */
export function MemberFrame() {
  const { t } = useTexts();
  const here = useLocation({ select: (location) => location.pathname });
  const nav = useMatches({ select: (matches) => matches.at(-1)?.staticData.nav === true });
  const PullRefresh = usePullRefresh();
  useEffect(startLater, []);
  return (
    <QueryProvider>
      {PullRefresh && <PullRefresh />}
      <Marked aboveNav={nav}>
        <div className={nav ? styles.withNav : styles.plain}>
          <Outlet />
          {nav && (
            <BottomNav
              places={places.map(({ to, label, Icon }) => ({
                to,
                label: t(label),
                icon: <Icon size={22} />,
                current: here === to || (to === '/miner' && here === '/order'),
                here: here === to,
              }))}
            />
          )}
        </div>
      </Marked>
    </QueryProvider>
  );
}

/** In a world that is simulated as a whole one ribbon says so, and no badge repeats it. */
function Marked({ aboveNav, children }: { aboveNav: boolean; children: ReactNode }) {
  const ui = useUi();
  const allSimulated = useAllSimulated();
  const value = useMemo(() => ({ ...ui, allSimulated }), [ui, allSimulated]);
  return (
    <UiProvider value={value}>
      <div className={styles.frame} data-demo={allSimulated || undefined}>
        {children}
        {allSimulated && <DemoRibbon aboveNav={aboveNav} />}
      </div>
    </UiProvider>
  );
}

/**
 * True when nothing on the screens comes from a real source: one line for all of them says so, also while nobody answers whether that is
 * still so.
 */
function useAllSimulated(): boolean {
  const { data = wasSimulated() } = useQuery({
    queryKey: ['system', 'sources', 'simulated'],
    queryFn: ({ signal }) => askAllSimulated(signal),
    staleTime: Infinity,
  });
  return data;
}
