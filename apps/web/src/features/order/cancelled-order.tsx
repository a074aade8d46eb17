import { Card } from '@minerx/ui/card';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { useTexts } from '../../i18n/texts.ts';
import styles from './modals.module.css';
import type { OrderDetails } from './order-details.api.ts';
import { OrderTitle } from './order-card.tsx';

/** The receipt of an order that was cancelled while it waited for stock: what came back, and to which wallets. */
export function CancelledOrder({ details: { order, refund } }: { details: OrderDetails }) {
  const { t, format } = useTexts();
  const wallets = refund?.wallets ?? [];
  return (
    <Card>
      <OrderTitle order={order} />
      <p className={styles.text}>{wallets.length === 0 ? t('order.cancel.doneVoucher') : t('order.cancel.doneText')}</p>
      <Facts ruled small className={styles.lines}>
        <Fact label={t('order.created')}>{format.dateTime(order.createdAt)}</Fact>
        {refund?.at && <Fact label={t('order.cancelled.on')}>{format.dateTime(refund.at)}</Fact>}
        {wallets.map(({ name, units }) => (
          <Fact key={name} label={t('order.cancelled.refund')} strong>
            <Money units={units} precision={2} asset={name} />
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}
