import { Card } from '@minerx/ui/card';
import { EmptyState } from '@minerx/ui/empty-state';
import { buttonClass } from '@minerx/ui/button';
import { useUi } from '@minerx/ui/ui-context';
import { LongList } from '../../base/parts/list/long-list.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { type MinerOrder } from './order.api.ts';
import { OrderCard, OrderRow } from './order-card.tsx';
import styles from './order-list.module.css';
import noOrders from '../../base/art/empty-orders.svg';

export function NoOrders() {
  const { t } = useTexts();
  const { Link } = useUi();
  return (
    <EmptyState
      art={noOrders}
      hint={t('order.empty.hint')}
      action={
        <Link to="/miner" className={buttonClass({ size: 'medium' })}>
          {t('order.chooseMiner')}
        </Link>
      }
    />
  );
}

interface CurrentProps {
  name: string;
  rows: readonly MinerOrder[];
  compact: boolean;
  isWhole: boolean;
}

export function Current({ name, rows, compact, isWhole }: CurrentProps) {
  const { t } = useTexts();
  if (rows.length === 0) return null;
  const list = (
    <LongList
      name={compact ? `${name}:compact` : name}
      label={t('order.current')}
      rows={rows}
      keyOf={({ id }) => id}
      rowHeight={compact ? 64 : 164}
      placeOf={(_, index) => ({ place: index + 1, beside: isWhole ? rows.length : -1 })}
    >
      {(order) =>
        compact ? (
          <OrderRow order={order} />
        ) : (
          <div className={styles.item}>
            <OrderCard order={order} />
          </div>
        )
      }
    </LongList>
  );
  if (!compact) return list;
  return (
    <Card flush>
      {/* Once for all rows; each says it to those who do not see this line. */}
      <p className={styles.columns} aria-hidden="true">
        {t('order.hashrate')} · {t('order.earned')}
      </p>
      {list}
    </Card>
  );
}
