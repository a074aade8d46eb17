import { ACTIVATED } from '@minerx/rules/order-status';
import { useHashrate } from '../../feeds/hashrates.ts';
import { useTexts } from '../../i18n/texts.ts';
import type { MinerOrder } from './order.api.ts';
import styles from './order-card.module.css';

/** Th/s that an order's machines do now: by the feed, until then as it was loaded; null while nothing is known or they are down. */
export function useOrderHashrate(order: MinerOrder): number | null {
  const live = useHashrate(order.serial);
  if (order.status !== ACTIVATED) return null;
  return live === undefined ? order.hashrateThs : live;
}

/** The live hashrate of a card, with how much of its machines' best that is. */
export function HashrateLine({ order }: { order: MinerOrder }) {
  const { t, format } = useTexts();
  const ths = useOrderHashrate(order);
  const share = ths === null ? 0 : Math.min(1, ths / order.capacityThs);
  return (
    <>
      <span className={styles.hashrate}>
        <span className="figure">{ths === null ? '—' : format.number(ths, 2)}</span>
        <span className={styles.of}>{t('order.ofCapacity', { capacity: format.number(order.capacityThs) })}</span>
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ transform: `scaleX(${share})` }} />
      </span>
    </>
  );
}
