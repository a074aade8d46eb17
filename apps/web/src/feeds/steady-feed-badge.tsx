import { Delayed, FeedBadge, type FeedBadgeProps } from './feed-badge.tsx';
import styles from './steady-feed-badge.module.css';

/** Ages whose texts are the longest. */
const LONGEST_MS = [59_000, 59 * 60_000];

/** A feed's badge with room for the longest that it says: what is beside and below it keeps its place when the feed breaks. */
export function SteadyFeedBadge({ state, loadedAt }: FeedBadgeProps) {
  if (state === 'closed') return null;
  return (
    <span className={styles.steady}>
      <FeedBadge state={state} loadedAt={loadedAt} />
      {LONGEST_MS.map((ageMs) => (
        <span key={ageMs} className={styles.room} aria-hidden="true">
          <Delayed ageMs={ageMs} reconnecting />
        </span>
      ))}
    </span>
  );
}
