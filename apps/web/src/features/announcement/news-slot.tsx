import { lazy, Suspense, useEffect, useState } from 'react';

const HomeNews = lazy(() => import('./home-news.tsx'));

/** What waits for a quiet moment does not wait for longer than this. */
const LONGEST_WAIT_MS = 2000;

/** News come after the figures: their script is fetched when the first ones stand and the browser has nothing else to do. */
export function NewsSlot({ ready }: { ready: boolean }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!ready || wanted) return;
    const begin = () => setWanted(true);
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin, 500);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(begin, { timeout: LONGEST_WAIT_MS });
    return () => cancelIdleCallback(idle);
  }, [ready, wanted]);
  return wanted ? (
    <Suspense fallback={null}>
      <HomeNews />
    </Suspense>
  ) : null;
}
