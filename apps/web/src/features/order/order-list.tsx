import { isListed, READY, type OrderFilter } from '@minerx/rules/order-status';
import { PAGE_SIZE } from '@minerx/rules/paging';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { EmptyState } from '@minerx/ui/empty-state';
import { InfiniteEnd } from '@minerx/ui/infinite-list';
import { Segmented } from '@minerx/ui/segmented';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import type { FeedState } from '../../feeds/connection.ts';
import { SteadyFeedBadge } from '../../feeds/steady-feed-badge.tsx';
import type { OrderView } from '../../base/parts/order-list-path.ts';
import type { Pages } from '../../base/pages.ts';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useWaitingOrders, type MinerOrder, type StockOrder, type WaitingOrders } from './order.api.ts';
import { VIEW_TEXTS } from './order-filter.ts';
import styles from './order-list.module.css';
import { OrderSections } from './order-sections.tsx';
import noOrders from '../../base/art/empty-orders.svg';
import { NoOrders, Current } from './current-orders.tsx';

/** From so many on each order is one line of a list: a screen shows all of them, not two. */
const COMPACT_FROM = 4;

interface OrderListProps {
  orders: Pages<MinerOrder>;
  view: OrderView;
  onView: (view: OrderView) => void;
  feed: FeedState;
  onActivate: (order: MinerOrder) => void;
  onActivateAll: (orders: readonly MinerOrder[]) => void;
  onCancel: (order: StockOrder) => void;
}

/** The member's orders: all, what waits and then the current ones, growing as one scrolls; or those of one state. */
export function OrderList({ orders, view, onView, feed, ...actions }: OrderListProps) {
  const isMany = (orders.query.data?.total ?? 0) > PAGE_SIZE;
  return (
    <>
      {(view !== 'all' || isMany) && <Views view={view} onView={onView} />}
      {view === 'ready' || view === 'waiting' ? (
        <OnlyWaiting key={view} view={view} {...actions} />
      ) : (
        <Orders orders={orders} filter={view} feed={feed} {...actions} />
      )}
    </>
  );
}

/** All, those of one state, and what has ended; a state that somebody comes for stands where else all that runs does. */
function Views({ view, onView }: Pick<OrderListProps, 'view' | 'onView'>) {
  const { t } = useTexts();
  const views = ['all', view === 'all' || view === 'ended' ? 'live' : view, 'ended'] as const;
  return (
    <Segmented
      label={t('order.filter')}
      options={views.map((id) => ({ id, label: t(VIEW_TEXTS[id]) }))}
      value={view}
      onChange={onView}
    />
  );
}

type Actions = Pick<OrderListProps, 'onActivate' | 'onActivateAll' | 'onCancel'>;

/** What waits for the member, or for others, and nothing else. */
function OnlyWaiting({ view, ...actions }: Actions & { view: 'ready' | 'waiting' }) {
  const { t, format } = useTexts();
  const waiting = useWaitingOrders();
  const pendingOf = ({ ready }: WaitingOrders) => ready.filter(({ status }) => status === READY);
  const countOf = (data: WaitingOrders) =>
    view === 'ready' ? pendingOf(data).length : data.queue.length + data.outOfStock.length;
  return (
    <Loaded
      query={waiting}
      skeleton={<Waiting />}
      isEmpty={(data) => countOf(data) === 0}
      empty={<EmptyState art={noOrders} />}
    >
      {(data) => (
        <>
          <h2 className={styles.count}>{`${t(VIEW_TEXTS[view])}: ${format.number(countOf(data))}`}</h2>
          <OrderSections waiting={waiting} pending={pendingOf(data)} only={view} {...actions} />
        </>
      )}
    </Loaded>
  );
}

/** Of a state only those that are in it still: the feed moves them while they are looked at. */
const listedOf = (rows: readonly MinerOrder[], filter: OrderFilter): readonly MinerOrder[] =>
  rows.filter(({ status }) => status !== READY && isListed(status, filter));

interface OrdersProps extends Pick<OrderListProps, 'orders' | 'feed'>, Actions {
  filter: OrderFilter;
}

function Orders({ orders, filter, feed, ...actions }: OrdersProps) {
  const waiting = useWaitingOrders();
  const { ready = [], queue = [], outOfStock = [] } = waiting.data ?? {};
  // Those that were activated a moment ago stand there until the answer is asked for anew.
  const pending = ready.filter(({ status }) => status === READY);
  const isWaiting = ready.length + queue.length + outOfStock.length > 0;
  const isAll = filter === 'all';
  // Both are shown at once, so that nothing moves when the slower one arrives.
  const query = isAll && waiting.isPending ? { ...orders.query, data: undefined, isError: false } : orders.query;
  const isNone = (rows: readonly MinerOrder[]) =>
    isAll
      ? rows.length === 0 && !isWaiting && !waiting.isError
      : orders.end === 'end' && listedOf(rows, filter).length === 0;
  return (
    <Loaded
      query={query as typeof orders.query}
      skeleton={<Waiting />}
      isEmpty={({ rows }) => isNone(rows)}
      empty={isAll ? <NoOrders /> : <EmptyState art={noOrders} />}
    >
      {({ rows, total }) => (
        <>
          {isAll && <OrderSections waiting={waiting} pending={pending} {...actions} />}
          <Listed {...{ orders, filter, rows, feed }} total={isAll ? total - pending.length : total} />
        </>
      )}
    </Loaded>
  );
}

interface ListedProps extends Pick<OrderListProps, 'orders' | 'feed'> {
  filter: OrderFilter;
  rows: readonly MinerOrder[];
  /** Of all pages, without those that stand in a section above. */
  total: number;
}

/** The orders that stand in no section, and how many they are; nothing where there is none. */
function Listed({ orders, filter, rows, total, feed }: ListedProps) {
  const { t, format } = useTexts();
  const listed = listedOf(rows, filter);
  const isWhole = orders.end === 'end';
  const count = isWhole ? listed.length : total;
  if (count <= 0) return null;
  return (
    <>
      <div className={styles.title}>
        <h2 className={styles.count}>
          {filter === 'all' || filter === 'live'
            ? t(filter === 'live' ? 'order.count' : 'order.count.all', { count })
            : `${t(VIEW_TEXTS[filter])}: ${format.number(count)}`}
        </h2>
        <span className={styles.badges}>
          <SteadyFeedBadge state={feed} loadedAt={orders.query.dataUpdatedAt} />
          {listed.some(({ simulated }) => simulated) && <SourceBadge kind="simulated" />}
        </span>
      </div>
      <div data-feed={feed}>
        <Current
          key={filter}
          name={`orders:${filter}`}
          rows={listed}
          compact={count >= COMPACT_FROM}
          isWhole={isWhole}
        />
      </div>
      <InfiniteEnd state={orders.end} onMore={orders.more} />
    </>
  );
}

/** In the shape of the screen: what waits for the member and what waits for others, how many, and rows below what their figures are. */
function Waiting() {
  return (
    <div className="stack-4">
      <Card className="stack-3">
        <Skeleton width="9rem" height="1.5rem" />
        <Skeleton height="2.75rem" />
        <div className={styles.shape}>
          <Skeleton width="45%" height="4.875rem" />
          <Skeleton width="6rem" height="4.875rem" />
        </div>
        <Skeleton height="2.75rem" />
      </Card>
      <Skeleton height="3.375rem" />
      <Skeleton width="10rem" height="1.5rem" />
      <div className={classes('stack-3', styles.rows)}>
        {Array.from({ length: 5 }, (_, place) => (
          <Skeleton key={place} height="3.125rem" />
        ))}
      </div>
    </div>
  );
}
