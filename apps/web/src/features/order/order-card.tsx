import { ACTIVATED, ENDED, isClickable, isLive } from '@minerx/rules/order-status';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { Money } from '@minerx/ui/money';
import { Row } from '@minerx/ui/row';
import { ChevronRight } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { NO_SERIAL, packageText, type MinerOrder } from './order.api.ts';
import styles from './order-card.module.css';
import { StatusChip } from './status-chip.tsx';
import { useHashrate } from '../../feeds/hashrates.ts';

/** Where an order leads: a live one to its details, one that has ended to its receipts. */
const wayOf = ({ id, status }: MinerOrder): string | undefined =>
  isClickable(status) ? `/order/details/${id}` : status === ENDED ? `/order/receipts/${id}` : undefined;

/** One current order. A page more leaves the cards above it untouched. */
export const OrderCard = memo(function OrderCard({ order }: { order: MinerOrder }) {
  const { t } = useTexts();
  const way = wayOf(order);
  const earned = order.maxProfitUnits - order.profitBalanceUnits;
  return (
    <Card to={way} className={classes('stack-3', styles.card, !isLive(order.status) && styles.still)}>
      <OrderTitle order={order} arrow={way !== undefined} />
      {isLive(order.status) && <HashrateLine order={order} />}
      <span className="line-3 baseline apart wraps soft">
        <span>{t('order.earned')}</span>
        <span>
          <Money units={earned} precision={2} prefix="$" className={styles.strong} />
          <span className={styles.slash}>/</span>
          <wbr />
          <Money units={order.maxProfitUnits} precision={2} prefix="$" />
        </span>
      </span>
    </Card>
  );
});

/** The same in a line, for long lists: what it does now, or its state. */
export const OrderRow = memo(function OrderRow({ order }: { order: MinerOrder }) {
  const { t, format } = useTexts();
  const ths = useOrderHashrate(order);
  const earned = order.maxProfitUnits - order.profitBalanceUnits;
  return (
    <Row
      to={wayOf(order)}
      title={packageText(t, order)}
      detail={
        <span className={classes(styles.serial, styles.inRow)}>
          <span className="unseen">{t('order.serial')} </span>
          {order.serial}
        </span>
      }
      value={
        ths === null ? (
          <StatusChip status={order.status} />
        ) : (
          <span className={classes('figure', styles.measured)}>{`${format.hashrate(ths)} Th/s`}</span>
        )
      }
      valueDetail={
        <>
          <span className="unseen">{t('order.earned')} </span>
          <Money units={earned} precision={2} prefix="$" />
          <span className={styles.most}>
            <span className={styles.slash}>/</span>
            <Money units={order.maxProfitUnits} precision={2} prefix="$" />
          </span>
        </>
      }
    />
  );
});

/** Name, serial and status of an order, on every card; its number where it has no serial yet. */
export function OrderTitle({ order, arrow = false, aside }: { order: MinerOrder; arrow?: boolean; aside?: ReactNode }) {
  const { t } = useTexts();
  const hasSerial = order.serial !== NO_SERIAL;
  return (
    <span className={styles.head}>
      <span className={classes('stack-0 grow', styles.words)}>
        <span className={styles.name}>{packageText(t, order)}</span>
        <span className={styles.serial}>
          <span className="unseen">{t(hasSerial ? 'order.serial' : 'order.number')} </span>
          {hasSerial ? order.serial : order.number}
        </span>
      </span>
      {aside ?? <StatusChip status={order.status} />}
      {arrow && <ChevronRight className={styles.arrow} size={18} aria-hidden="true" />}
    </span>
  );
}

/** Th/s that an order's machines do now: by the feed, until then as it was loaded; null while nothing is known or they are down. */
function useOrderHashrate(order: MinerOrder): number | null {
  const live = useHashrate(order.serial);
  if (order.status !== ACTIVATED) return null;
  return live === undefined ? order.hashrateThs : live;
}

/** The live hashrate of a card, with how much of its machines' best that is. */
function HashrateLine({ order }: { order: MinerOrder }) {
  const { t, format } = useTexts();
  const ths = useOrderHashrate(order);
  const share = ths === null ? 0 : Math.min(1, ths / order.capacityThs);
  return (
    <>
      <span className={styles.hashrate}>
        <span className={classes('figure', styles.measured)}>{ths === null ? '–' : format.hashrate(ths)}</span>
        <span className={styles.of}>{t('order.ofCapacity', { capacity: format.number(order.capacityThs) })}</span>
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ transform: `scaleX(${share})` }} />
      </span>
    </>
  );
}
