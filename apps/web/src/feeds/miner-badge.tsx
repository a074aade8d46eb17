import { SourceBadge } from '@minerx/ui/source-badge';
import { useUi } from '@minerx/ui/ui-context';
import { useState } from 'react';
import { useTexts } from '../i18n/texts.ts';
import type { FeedState } from './connection.ts';
import { Delayed, FeedBadge, QUIET_MS, shortAge, useClock } from './feed-badge.tsx';

/** Whether nothing can come of a feed now: its line is broken, or there is no network for one. */
export function useIsLost(feed: FeedState): boolean {
  const { online } = useUi();
  return feed === 'reconnecting' || (!online && (feed === 'connecting' || feed === 'stale'));
}

export interface MinerBadgeProps {
  state: FeedState;
  /** When the figures were loaded that stand there until the feed speaks, ms since 1970. */
  loadedAt: number;
}

/** A feed's badge where figures are known before it speaks: without a line it says how old they are, and when there is no network for one. */
export function MinerBadge({ state, loadedAt }: MinerBadgeProps) {
  const isLost = useIsLost(state);
  const { online } = useUi();
  const { t, tag } = useTexts();
  // When it was live last.
  const [last, setLast] = useState({ state, at: 0 });
  if (last.state !== state) setLast({ state, at: last.state === 'live' ? Date.now() : last.at });
  const now = useClock(isLost);
  if (!isLost || now - last.at < QUIET_MS) return <FeedBadge state={isLost ? 'live' : state} />;
  const age = now - Math.max(last.at, loadedAt);
  if (online) return <Delayed ageMs={age} reconnecting />;
  return <SourceBadge kind="doubted" word={`${t('order.offline')} · ${shortAge(tag, age)}`} />;
}
