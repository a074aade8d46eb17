import { ACTIVATED } from '@minerx/rules/order-status';
import { Reading } from '@minerx/ui/reading';
import { Unplug } from 'lucide-react';
import type { FeedState } from '../../feeds/connection.ts';
import { CountUp } from '../../feeds/count-up.tsx';
import { useHashrate } from '../../feeds/hashrates.ts';
import { useTexts } from '../../i18n/texts.ts';
import type { MinerOrder } from './order.api.ts';
import styles from './order-details.module.css';

/** Th/s by the feed alone; null while it has not spoken, and while the order's machines are down. */
export function useLiveThs(order: MinerOrder): number | null {
  const live = useHashrate(order.serial);
  return order.status === ACTIVATED && typeof live === 'number' ? live : null;
}

/** The live hashrate, counted up; in its place why there is none. Grey while the feed is silent. */
export function LiveFigure({ order, feed }: { order: MinerOrder; feed: FeedState }) {
  const { t, format } = useTexts();
  const ths = useLiveThs(order);
  if (ths === null) {
    const starting = order.status === ACTIVATED;
    return <span className={styles.noFigure}>{starting ? t('order.initiating') : '—'}</span>;
  }
  return (
    <Reading old={feed !== 'live'}>
      <CountUp value={ths} format={(value) => format.number(value, 2)} />
    </Reading>
  );
}

/** None of the order's machines answers: what that means. Nothing while they work. */
export function DownNote({ order }: { order: MinerOrder }) {
  const { t } = useTexts();
  if (order.status === ACTIVATED) return null;
  return (
    <div className={styles.note} role="status">
      <Unplug className={styles.noteMark} size={20} aria-hidden="true" />
      <span>
        <strong className={styles.noteTitle}>{t('order.down')}</strong>
        {t('order.down.text')}
      </span>
    </div>
  );
}
