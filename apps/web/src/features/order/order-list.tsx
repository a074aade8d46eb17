import { isListed, READY, type OrderFilter } from '@minerx/rules/order-status';
import { PAGE_SIZE } from '@minerx/rules/paging';
import { Card } from '@minerx/ui/card';
import { EmptyState } from '@minerx/ui/empty-state';
import { InfiniteEnd } from '@minerx/ui/infinite-list';
import { Segmented } from '@minerx/ui/segmented';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import type { FeedState } from '../../feeds/connection.ts';
import { SteadyFeedBadge } from '../../feeds/steady-feed-badge.tsx';
import type { Pages } from '../../base/pages.ts';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useWaitingOrders, type MinerOrder, type StockOrder } from './order.api.ts';
import styles from './order-list.module.css';
import { OrderSections } from './order-sections.tsx';
import noOrders from '../../base/art/empty-orders.svg';
import { NoOrders, Current } from './current-orders.tsx';

/** A list of more than two pages shows a line for each order. */
const COMPACT_FROM = 2 * PAGE_SIZE;

interface OrderListProps {
  orders: Pages<MinerOrder>;
  filter: OrderFilter;
  onFilter: (filter: OrderFilter) => void;
  feed: FeedState;
  onActivate: (order: MinerOrder) => void;
  onActivateAll: (orders: readonly MinerOrder[]) => void;
  onCancel: (order: StockOrder) => void;
}

/** All orders of the member: what waits, then the current ones, growing as one scrolls. */
export function OrderList({ orders, filter, onFilter, ...actions }: OrderListProps) {
  const { t } = useTexts();
  const waiting = useWaitingOrders();
  const { ready = [], queue = [], outOfStock = [] } = waiting.data ?? {};
  // Those that were activated a moment ago stand there until the answer is asked for anew.
  const pending = ready.filter(({ status }) => status === READY);
  const isWaiting = ready.length + queue.length + outOfStock.length > 0;
  // Both are shown at once, so that nothing moves when the slower one arrives.
  const query = waiting.isPending ? { ...orders.query, data: undefined, isError: false } : orders.query;
  const isFiltered = filter !== 'all';
  return (
    <>
      {(isFiltered || (query.data?.total ?? 0) > PAGE_SIZE) && (
        <Segmented
          label={t('order.filter')}
          options={[
            { id: 'all', label: t('order.filter.all') },
            { id: 'live', label: t('order.filter.live') },
            { id: 'ended', label: t('order.status.ended') },
          ]}
          value={filter}
          onChange={onFilter}
        />
      )}
      <Loaded
        query={query as typeof orders.query}
        skeleton={<Waiting />}
        isEmpty={({ rows }) => rows.length === 0 && (isFiltered || (!isWaiting && !waiting.isError))}
        empty={isFiltered ? <EmptyState art={noOrders} /> : <NoOrders />}
      >
        {({ rows, total }) => (
          <>
            {!isFiltered && <OrderSections waiting={waiting} pending={pending} {...actions} />}
            <Listed
              {...{ orders, filter, rows }}
              total={isFiltered ? total : total - pending.length}
              feed={actions.feed}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

interface ListedProps extends Pick<OrderListProps, 'orders' | 'filter' | 'feed'> {
  rows: readonly MinerOrder[];
  /** Of all pages, without those that stand in a section above. */
  total: number;
}

/** The orders that stand in no section, and how many they are; nothing where there is none. */
function Listed({ orders, filter, rows, total, feed }: ListedProps) {
  const { t, format } = useTexts();
  const listed = rows.filter(({ status }) => status !== READY && isListed(status));
  const isWhole = orders.end === 'end';
  const count = isWhole ? listed.length : total;
  if (count <= 0) return null;
  return (
    <>
      <div className={styles.title}>
        <h2 className={styles.count}>
          {filter === 'ended'
            ? `${t('order.status.ended')}: ${format.number(count)}`
            : t(filter === 'live' ? 'order.count' : 'order.count.all', { count })}
        </h2>
        <span className={styles.badges}>
          <SteadyFeedBadge state={feed} />
          {listed.some(({ simulated }) => simulated) && <SourceBadge kind="simulated" />}
        </span>
      </div>
      <div data-feed={feed}>
        <Current
          key={filter}
          name={`orders:${filter}`}
          rows={listed}
          compact={count > COMPACT_FROM}
          isWhole={isWhole}
        />
      </div>
      <InfiniteEnd state={orders.end} onMore={orders.more} />
    </>
  );
}

/** In the shape of the screen: what waits for the member and what waits for others, how many, and cards with name, hashrate, track and earnings. */
function Waiting() {
  return (
    <div className="stack-4">
      <Card className="stack-3">
        <Skeleton width="9rem" height="1.5rem" />
        <Skeleton height="2.75rem" />
        <div className={styles.shape}>
          <Skeleton width="45%" height="3.5rem" />
          <Skeleton width="6rem" height="3.5rem" />
        </div>
        <Skeleton height="2.75rem" />
      </Card>
      <Skeleton height="3.375rem" />
      <Skeleton width="10rem" height="1.5rem" />
      <div className="stack-3">
        {Array.from({ length: 3 }, (_, place) => (
          <Card key={place} className="stack-3">
            <div className={styles.shape}>
              <Skeleton width="45%" height="2.5rem" />
              <Skeleton width="6rem" height="1.75rem" round />
            </div>
            <Skeleton width="60%" height="2rem" />
            <Skeleton height="0.375rem" />
            <div className={styles.shape}>
              <Skeleton width="30%" height="1.25rem" />
              <Skeleton width="40%" height="1.25rem" />
            </div>
          </Card>
        ))}
      </div>
    </div>
  );
}
