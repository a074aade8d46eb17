import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../button/button.tsx';
import { Spinner } from '../state/spinner.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './infinite-list.module.css';

interface InfiniteEndProps {
  /** What stands after the rows: more to come, on its way, failed, or nothing more. */
  state: 'more' | 'loading' | 'failed' | 'end';
  onMore: () => void;
  /** Distance from the bottom at which the next page is asked for, in px. */
  within?: number;
}

/** The end of a list that grows: asks for the next page within 100 px of it, shows loading, retry and the end. */
export function InfiniteEnd({ state, onMore, within = 100 }: InfiniteEndProps) {
  const { texts } = useUi();
  const mark = useRef<HTMLDivElement>(null);
  const askMore = useEffectEvent(onMore);
  useEffect(() => {
    if (state !== 'more' || !mark.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) askMore();
      },
      { rootMargin: `0px 0px ${within}px` },
    );
    watcher.observe(mark.current);
    return () => watcher.disconnect();
  }, [state, within]);
  return (
    <div ref={mark} className={styles.end} role="status">
      {state === 'loading' && (
        <>
          <Spinner />
          <span className="unseen">{texts.loading}</span>
        </>
      )}
      {state === 'failed' && (
        <>
          <span>{texts.loadMoreFailed}</span>
          <Button variant="secondary" size="medium" onClick={onMore}>
            {texts.retry}
          </Button>
        </>
      )}
      {state === 'end' && texts.endOfList}
    </div>
  );
}
