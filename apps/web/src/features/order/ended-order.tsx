import { Card } from '@minerx/ui/card';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { useTexts } from '../../i18n/texts.ts';
import styles from './modals.module.css';
import type { OrderDetails } from './order-details.api.ts';
import { OrderTitle } from './order-card.tsx';

/** The head of an order that has ended: when, and because it had earned all that it may. */
export function EndedOrder({ details: { order, endedAt } }: { details: OrderDetails }) {
  const { t, format } = useTexts();
  return (
    <Card className="stack-2">
      <OrderTitle order={order} />
      <Facts ruled small className={styles.lines}>
        {endedAt && <Fact label={t('order.ended.on')}>{format.dateTime(endedAt)}</Fact>}
        <Fact label={t('order.ended.reached')} strong>
          <Money units={order.maxProfitUnits - order.profitBalanceUnits} precision={2} prefix="$" />
          {' / '}
          <wbr />
          <Money units={order.maxProfitUnits} precision={2} prefix="$" />
        </Fact>
      </Facts>
    </Card>
  );
}
