import { SHARED_GROUP_SIZE } from '@minerx/rules/miner-package';
import { queueLabel } from '@minerx/rules/paging';
import { waitingEndsAt } from '@minerx/rules/terms';
import { Button } from '@minerx/ui/button';
import { Fact, Facts } from '@minerx/ui/facts';
import { ActivationFee } from '../../base/parts/activation-fee.tsx';
import { useTexts } from '../../i18n/texts.ts';
import type { MinerOrder } from './order.api.ts';
import { OrderTitle } from './order-card.tsx';
import styles from './waiting-card.module.css';

/** A ready order: its fee, and the button that starts it. */
export function PendingCard({
  order,
  one,
  onActivate,
}: {
  order: MinerOrder;
  /** The only one: with several, the button for all of them is the one that shouts. */
  one: boolean;
  onActivate: () => void;
}) {
  const { t } = useTexts();
  return (
    <div className={styles.card}>
      <OrderTitle
        order={order}
        aside={
          <span className={styles.fee}>
            <span className={styles.label}>{t('order.activate.fee')}</span>
            <span className={styles.strong}>
              <ActivationFee feeUnits={order.activationFeeUnits} />
            </span>
          </span>
        }
      />
      <Button full size="medium" variant={one ? 'primary' : 'secondary'} onClick={onActivate}>
        {t('order.activate')}
      </Button>
    </div>
  );
}

/** Where an order stands among those that wait: the figure of its card. */
function Place({ label, children }: { label: string; children: string }) {
  return (
    <span className={styles.fee}>
      <span className={styles.label}>{label}</span>
      <span className={styles.place}>{children}</span>
    </span>
  );
}

/** A shared unit that waits for its group: n of ten, as ten marks. */
export function QueueCard({ order }: { order: MinerOrder }) {
  const { t } = useTexts();
  return (
    <div className={styles.card}>
      <OrderTitle order={order} aside={<Place label={t('order.queue.place')}>{queueLabel(order.place)}</Place>} />
      <span className={styles.marks} aria-hidden="true">
        {Array.from({ length: SHARED_GROUP_SIZE }, (_, place) => (
          <span
            key={place}
            data-mine={place === order.place - 1 || undefined}
            data-taken={place < order.place || undefined}
          />
        ))}
      </span>
      <Facts small quiet>
        <Fact label={t('order.serial')}>{order.serial}</Fact>
      </Facts>
    </div>
  );
}

/** An order that waits for new machines: its place in line, when it goes back by itself, and the way out. */
export function StockCard({ order, onCancel }: { order: MinerOrder; onCancel: () => void }) {
  const { t, format } = useTexts();
  return (
    <div className={styles.card}>
      <OrderTitle order={order} aside={<Place label={t('order.stock.place')}>{format.number(order.place)}</Place>} />
      <p className="soft">{t('order.stock.until', { date: format.date(waitingEndsAt(new Date(order.createdAt))) })}</p>
      <Button full size="medium" variant="secondary" onClick={onCancel}>
        {t('order.cancel')}
      </Button>
    </div>
  );
}
