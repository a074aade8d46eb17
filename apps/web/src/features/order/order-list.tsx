import { isListed, READY } from '@minerx/rules/order-status';
import { Card } from '@minerx/ui/card';
import { EmptyState } from '@minerx/ui/empty-state';
import { InfiniteEnd } from '@minerx/ui/infinite-list';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { buttonClass } from '@minerx/ui/button';
import { useUi } from '@minerx/ui/ui-context';
import type { FeedState } from '../../feeds/connection.ts';
import { FeedBadge } from '../../feeds/feed-badge.tsx';
import { LongList } from '../../base/parts/long-list.tsx';
import type { Pages } from '../../base/pages.ts';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useWaitingOrders, type MinerOrder } from './order.api.ts';
import { OrderCard } from './order-card.tsx';
import styles from './order-list.module.css';
import { OrderSections } from './order-sections.tsx';
import noOrders from '../../base/art/empty-orders.svg';

export interface OrderListProps {
  orders: Pages<MinerOrder>;
  feed: FeedState;
  onActivate: (order: MinerOrder) => void;
  onActivateAll: (orders: readonly MinerOrder[]) => void;
  onCancel: (order: MinerOrder) => void;
}

/** All orders of the member: what waits, then the current ones, growing as one scrolls. */
export function OrderList({ orders, feed, onActivate, onActivateAll, onCancel }: OrderListProps) {
  const { t } = useTexts();
  const { Link } = useUi();
  const waiting = useWaitingOrders();
  const isWaiting = (waiting.data?.queue.length ?? 0) + (waiting.data?.outOfStock.length ?? 0) > 0;
  // Both are shown at once, so that nothing moves when the slower one arrives.
  const query = waiting.isPending ? { ...orders.query, data: undefined, isError: false } : orders.query;
  return (
    <Loaded
      query={query as typeof orders.query}
      skeleton={<Waiting />}
      isEmpty={({ rows }) => rows.length === 0 && !isWaiting && !waiting.isError}
      empty={
        <EmptyState
          art={noOrders}
          hint={t('order.empty.hint')}
          action={
            <Link to="/miner" className={buttonClass({ size: 'medium' })}>
              {t('order.chooseMiner')}
            </Link>
          }
        />
      }
    >
      {({ rows, total }) => {
        const current = rows.filter(({ status }) => status !== READY && isListed(status));
        return (
          <>
            <div className="stack-1">
              <h2 className={styles.count}>{t('order.count', { count: total })}</h2>
              <span className={styles.badges}>
                <FeedBadge state={feed} />
                {rows.some(({ simulated }) => simulated) && <SourceBadge kind="simulated" />}
              </span>
            </div>
            <OrderSections
              orders={rows}
              waiting={waiting}
              onActivate={onActivate}
              onActivateAll={onActivateAll}
              onCancel={onCancel}
            />
            {current.length > 0 && (
              <LongList
                name="orders"
                label={t('order.current')}
                rows={current}
                keyOf={({ id }) => id}
                rowHeight={164}
                placeOf={(_, index) => ({ place: index + 1, beside: orders.end === 'end' ? current.length : -1 })}
              >
                {(order) => (
                  <div className={styles.item}>
                    <OrderCard order={order} />
                  </div>
                )}
              </LongList>
            )}
            <InfiniteEnd state={orders.end} onMore={orders.more} />
          </>
        );
      }}
    </Loaded>
  );
}

function Waiting() {
  return (
    <div className="stack-4">
      <Skeleton width="10rem" height="1.5rem" />
      <Skeleton height="3.25rem" />
      {Array.from({ length: 3 }, (_, place) => (
        <Card key={place}>
          <div className={styles.shape}>
            <Skeleton width="55%" height="2.5rem" />
            <Skeleton width="70%" height="2rem" />
            <Skeleton height="1.25rem" />
          </div>
        </Card>
      ))}
    </div>
  );
}
