import { buttonClass } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { EmptyState } from '@minerx/ui/empty-state';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { useUi } from '@minerx/ui/ui-context';
import { Money } from '@minerx/ui/money';
import type { UseQueryResult } from '@tanstack/react-query';
import { Loaded } from '../../base/query.tsx';
import type { FeedState } from '../../feeds/connection.ts';
import { shortAge } from '../../feeds/feed-badge.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { countActive, type Profits } from './dashboard.api.ts';
import styles from './dashboard.module.css';
import { GaugeCard } from './gauge-card.tsx';
import { DayCards, EstimateCard, WeekChart, type ShowUsd } from './reward-cards.tsx';
import noOrders from '../../base/art/empty-orders.svg';
import { Row } from '@minerx/ui/row';
import { CircleCheck, Flag, Hourglass, Play, Unplug } from 'lucide-react';

export interface DashboardProps {
  profits: UseQueryResult<Profits>;
  feed: FeedState;
  /** Dollars for one BTC × 1e8, and where it comes from; undefined while it is not known. */
  price: { units: bigint; simulated: boolean; at: string | null } | undefined;
  usd: ShowUsd;
}

const hasNothing = (profits: Profits) =>
  profits.orders.length === 0 &&
  profits.readyCount + profits.waitingCount === 0 &&
  profits.endedCount === 0 &&
  profits.totalUnits === 0n;

/** Personal profits: what the miners do now, what they brought, what they may bring. */
export function Dashboard({ profits, feed, price, usd }: DashboardProps) {
  const { t } = useTexts();
  return (
    <Loaded
      query={profits}
      skeleton={<Waiting />}
      isEmpty={hasNothing}
      empty={
        <Next
          text={t('dashboard.empty')}
          hint={t('dashboard.empty.hint')}
          to="/miner"
          action={t('dashboard.empty.action')}
        />
      }
    >
      {(data) => (
        <>
          {data.orders.length === 0 && data.readyCount + data.waitingCount > 0 && (
            <Card>
              <Next
                text={t('dashboard.waiting')}
                hint={t('dashboard.waiting.hint')}
                to="/order"
                action={t('dashboard.waiting.action')}
              />
            </Card>
          )}
          <GaugeCard profits={data} feed={feed} totalUsd={usd(data.totalUnits)} />
          <DayCards profits={data} usd={usd} />
          <WeekChart profits={data} usd={usd} />
          <EstimateCard profits={data} usd={usd} />
          <OrderCounts profits={data} />
          <PriceLine price={price} />
        </>
      )}
    </Loaded>
  );
}

/** A price older than this is delayed: the market feed speaks every few seconds. */
const PRICE_FRESH_MS = 300_000;

/** Which price the dollars above were reckoned with. */
function PriceLine({ price }: Pick<DashboardProps, 'price'>) {
  const { t, tag } = useTexts();
  const ageMs = price?.at ? Date.now() - Date.parse(price.at) : 0;
  return (
    <p className={styles.price}>
      <span>{t('dashboard.price')}</span>
      {price && price.units > 0n ? (
        <Money units={price.units} precision={2} prefix="$" hideable={false} />
      ) : (
        t('dashboard.price.none')
      )}
      {ageMs > PRICE_FRESH_MS && <SourceBadge kind="delayed" age={shortAge(tag, ageMs)} />}
      {price?.simulated && <SourceBadge kind="simulated" />}
    </p>
  );
}

function Next({ text, hint, to, action }: { text: string; hint: string; to: string; action: string }) {
  const { Link } = useUi();
  return (
    <EmptyState
      art={noOrders}
      text={text}
      hint={hint}
      action={
        <Link to={to} className={buttonClass({ size: 'medium' })}>
          {action}
        </Link>
      }
    />
  );
}

function Waiting() {
  return (
    <div className="stack-4">
      <Card className={styles.gauge}>
        <Skeleton width="15rem" height="15rem" round />
        <Skeleton width="9rem" height="1.375rem" />
        <div className={styles.tiles}>
          <Skeleton width="60%" height="3.5rem" />
          <Skeleton height="2.75rem" />
          <Skeleton height="2.75rem" />
        </div>
      </Card>
      <div className={styles.pair}>
        <Skeleton height="7.75rem" />
        <Skeleton height="7.75rem" />
      </div>
      <Skeleton height="17rem" />
      <Skeleton height="20rem" />
    </div>
  );
}

/** How many orders are in which state, every one in one of them; the live ones follow the pool feed. */
function OrderCounts({ profits }: { profits: Profits }) {
  const { t, format } = useTexts();
  const active = countActive(profits.orders);
  const counts = [
    { id: 'ready', Icon: Play, count: profits.readyCount },
    { id: 'active', Icon: CircleCheck, count: active },
    { id: 'disconnected', Icon: Unplug, count: profits.orders.length - active },
    { id: 'queue', Icon: Hourglass, count: profits.waitingCount },
    { id: 'ended', Icon: Flag, count: profits.endedCount },
  ] as const;
  return (
    <Card flush>
      <h2 className={styles.countsTitle}>{t('dashboard.orders')}</h2>
      <ul className={styles.counts}>
        {counts.map(({ id, Icon, count }) => (
          <li key={id} data-state={count > 0 ? id : 'none'}>
            <Icon size={18} aria-hidden="true" />
            <span className={styles.count}>{format.number(count)}</span>
            <span className={styles.soft}>{t(`dashboard.orders.${id}`)}</span>
          </li>
        ))}
      </ul>
      <Row to="/order" title={t('dashboard.orders.all')} />
    </Card>
  );
}
