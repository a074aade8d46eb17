import { SourceBadge } from '@minerx/ui/source-badge';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/texts.ts';
import type { FeedState } from './connection.ts';
import styles from './feed-badge.module.css';

/** A break shorter than this is nobody's concern: opening the feed anew for one more order takes less. */
export const QUIET_MS = 1200;

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
export function useClock(running: boolean): number {
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

/** How live the figures beside it are: live, their age when the feed is silent, and quietly that it is coming back. */
export function FeedBadge({ state }: { state: FeedState }) {
  const { t } = useTexts();
  const isLive = state === 'live';
  const now = useClock(!isLive && state !== 'closed');
  // When the state was entered; the last message came about then.
  const [since, setSince] = useState({ state, at: Date.now(), everLive: isLive });
  if (since.state !== state)
    setSince({
      state,
      at: since.everLive && !isLive && since.state !== 'live' ? since.at : Date.now(),
      everLive: since.everLive || isLive,
    });
  const age = now - since.at;
  if (isLive || (since.everLive && age < QUIET_MS && (state === 'connecting' || state === 'reconnecting')))
    return <SourceBadge kind="live" />;
  if (state === 'closed') return null;
  if (!since.everLive) return <span className={styles.words}>{t('order.connecting')}</span>;
  return <Delayed ageMs={age + (state === 'stale' ? 5000 : 0)} reconnecting={state === 'reconnecting'} />;
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
