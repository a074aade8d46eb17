import { Card } from '@minerx/ui/card';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import styles from './market-slot.module.css';

const MarketStrip = lazy(() => import('./market-strip.tsx'));

/** What waits for a quiet moment does not wait for longer than this. */
const LONGEST_WAIT_MS = 2000;

/**
 * The place of the market on the home screen. Its script comes when it is in view, the first figures of the screen are drawn and
 * the browser has nothing else to do: nobody waits for it.
 */
export function MarketSlot({ ready }: { ready: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [inView, setInView] = useState(false);
  const [wanted, setWanted] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setInView(true));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!inView || !ready || wanted) return;
    const begin = () => setWanted(true);
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin, 500);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(begin, { timeout: LONGEST_WAIT_MS });
    return () => cancelIdleCallback(idle);
  }, [inView, ready, wanted]);

  return (
    <div ref={place}>
      <Card className={styles.slot}>
        {wanted && (
          <Suspense fallback={null}>
            <MarketStrip />
          </Suspense>
        )}
      </Card>
    </div>
  );
}
