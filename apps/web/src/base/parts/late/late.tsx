import { Card } from '@minerx/ui/card';
import { Skeleton } from '@minerx/ui/skeleton';
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { loadOnceOnline } from './once-online.ts';
import styles from './late.module.css';

/** What waits for a quiet moment does not wait for longer than this. */
const LONGEST_WAIT_MS = 2000;
/** Safari has no idle callback. */
const WITHOUT_IDLE_MS = 500;

/**
 * A part whose file comes when it is drawn first, together with what it needs: the early script knows that by the part's name, as
 * it knows it of a screen by its path. Without a network its place waits; the screen around it stays.
 */
export const lateFile = (name: string, load: () => Promise<{ default: ComponentType }>) =>
  lazy(() => {
    window.minerxEarly?.screen(name);
    return loadOnceOnline(load);
  });

interface LateProps {
  /** The first figures of the screen stand. */
  ready: boolean;
  /** Also wait until the place is about to be seen. Default: no. */
  inView?: boolean;
  /** CSS length of what comes: a card keeps its place until then, so that nothing moves. */
  height?: string | undefined;
  /** What stands below its title while it is on its way; a picture has none. Default: one block. */
  shape?: 'rows' | 'dial' | 'grid' | 'picture';
  /** Lazy: its file is fetched when it is drawn first. */
  children: ReactNode;
}

/** The place of something that nobody waits for: its script comes when the browser has nothing else to do. */
export function Late({ ready, inView = false, height, shape, children }: LateProps) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(!inView);
  const [wanted, setWanted] = useState(false);

  useEffect(() => {
    if (near || !place.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '400px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);

  useEffect(() => {
    if (!near || !ready || wanted) return;
    const begin = () => setWanted(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin, WITHOUT_IDLE_MS);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(begin, { timeout: LONGEST_WAIT_MS });
    return () => cancelIdleCallback(idle);
  }, [near, ready, wanted]);

  const waiting = height && (
    <div aria-busy={near || undefined}>
      <Card style={{ height }} className={styles.place} data-shape={shape}>
        {near && (
          <>
            <Skeleton width="40%" height="1.25rem" />
            <Skeleton height="100%" />
          </>
        )}
      </Card>
    </div>
  );
  return <div ref={place}>{wanted ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}</div>;
}
