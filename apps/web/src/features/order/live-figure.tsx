import { ACTIVATED } from '@minerx/rules/order-status';
import { Reading } from '@minerx/ui/reading';
import { useUi } from '@minerx/ui/ui-context';
import { Unplug } from 'lucide-react';
import { useRelative } from '../../base/parts/relative.ts';
import type { FeedState } from '../../feeds/connection.ts';
import { CountUp } from '../../feeds/count-up.tsx';
import { useHashrate } from '../../feeds/hashrates.ts';
import { useIsLost } from '../../feeds/feed-badge.tsx';
import { useTexts } from '../../i18n/texts.ts';
import type { MinerOrder } from './order.api.ts';
import styles from './order-details.module.css';

/** Th/s by the feed, as it was loaded where that has no line; null while it has not spoken, and while the order's machines are down. */
export function useShownThs(order: MinerOrder, feed: FeedState): number | null {
  const live = useHashrate(order.serial);
  const isLost = useIsLost(feed);
  if (order.status !== ACTIVATED) return null;
  return live ?? (isLost ? order.hashrateThs : null);
}

/** The live hashrate, counted up; in its place why there is none. Grey while the feed is silent. */
export function LiveFigure({ order, feed }: { order: MinerOrder; feed: FeedState }) {
  const { t, format } = useTexts();
  const ths = useShownThs(order, feed);
  const isLost = useIsLost(feed);
  if (ths === null) {
    const starting = order.status === ACTIVATED && !isLost;
    return <span className={styles.noFigure}>{starting ? t('order.initiating') : '–'}</span>;
  }
  return (
    <Reading old={feed !== 'live'}>
      <CountUp value={ths} format={format.hashrate} />
    </Reading>
  );
}

interface DownNoteProps {
  order: MinerOrder;
  /** When one of its machines answered last, if that is known. */
  lastAnswerAt: string | null;
}

/** None of the order's machines answers: since when, what that means, and whom to ask. Nothing while they work. */
export function DownNote({ order, lastAnswerAt }: DownNoteProps) {
  const { t } = useTexts();
  const { Link } = useUi();
  if (order.status === ACTIVATED) return null;
  return (
    <div className={styles.note}>
      <Unplug className={styles.noteMark} size={20} aria-hidden="true" />
      <div>
        {/* Alone: the time beside it goes on, and nobody wants to hear that. */}
        <strong className={styles.noteTitle} role="status">
          {t('order.down')}
        </strong>
        <p>{lastAnswerAt === null ? t('order.down.silent') : <Since at={lastAnswerAt} />}</p>
        <p>{t('order.down.text')}</p>
        <Link to="/profile/helpcenter" className={styles.noteWay}>
          {t('order.down.help')}
        </Link>
      </div>
    </div>
  );
}

/** Both the moment and how long ago it was: somebody who lost a day wants to know at once. */
function Since({ at }: { at: string }) {
  const { t, format } = useTexts();
  const relative = useRelative(at);
  return <time dateTime={at}>{t('order.down.since', { moment: format.dayTime(at), relative })}</time>;
}
