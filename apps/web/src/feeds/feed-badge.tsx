import { SourceBadge } from '@minerx/ui/source-badge';
import { useUi } from '@minerx/ui/ui-context';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/texts.ts';
import { STALE_AFTER_MS, type FeedState } from './connection.ts';
import styles from './feed-badge.module.css';

/** A break shorter than this is nobody's concern: opening the feed anew for one more order takes less. */
const QUIET_MS = 1200;

const units = ['second', 'minute', 'hour'] as const;

/** "12 s", "3 min": the age of a value, short enough for a badge. */
export function shortAge(tag: string, ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const place = seconds < 60 ? 0 : seconds < 3600 ? 1 : 2;
  return new Intl.NumberFormat(tag, { style: 'unit', unit: units[place] ?? 'hour', unitDisplay: 'short' }).format(
    Math.floor(seconds / 60 ** place),
  );
}

/** Now, once a second while `running`; it stands still otherwise. */
function useClock(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

/** Whether nothing can come of a feed now: its line is broken, or there is no network for one. */
export function useIsLost(feed: FeedState): boolean {
  const { online } = useUi();
  return feed === 'reconnecting' || (!online && (feed === 'connecting' || feed === 'stale'));
}

export interface FeedBadgeProps {
  state: FeedState;
  /** When the figures were loaded that stand there until the feed speaks, ms since 1970. */
  loadedAt: number;
}

/** How live the figures beside it are: live, or how old while the feed is silent, that it is coming back, and when there is no network for it. */
export function FeedBadge({ state, loadedAt }: FeedBadgeProps) {
  const isLost = useIsLost(state);
  const { online } = useUi();
  const { t, tag } = useTexts();
  // When it was live last.
  const [last, setLast] = useState({ state, at: 0 });
  if (last.state !== state) setLast({ state, at: last.state === 'live' ? Date.now() : last.at });
  const now = useClock(state !== 'live' && state !== 'closed');
  const isShort = now - last.at < QUIET_MS && (isLost || state === 'connecting');
  if (state === 'live' || isShort) return <SourceBadge kind="live" />;
  if (state === 'closed') return null;
  if (!isLost && state !== 'stale' && last.at === 0)
    return <span className={styles.words}>{t('order.connecting')}</span>;
  const age = now - Math.max(last.at, loadedAt) + (state === 'stale' ? STALE_AFTER_MS : 0);
  if (online) return <Delayed ageMs={age} reconnecting={isLost} />;
  return <SourceBadge kind="doubted" word={`${t('order.offline')} · ${shortAge(tag, age)}`} />;
}

/** That it is coming back is a sign alone: its words beside the age are longer than a line of a phone. */
export function Delayed({ ageMs, reconnecting }: { ageMs: number; reconnecting: boolean }) {
  const { t, tag } = useTexts();
  return (
    <span className={styles.delayed}>
      {reconnecting && (
        <>
          <RefreshCw className={styles.sign} size={12} aria-hidden="true" />
          <span className="unseen">{t('common.reconnecting')}</span>
        </>
      )}
      <SourceBadge kind="delayed" age={shortAge(tag, ageMs)} />
    </span>
  );
}
