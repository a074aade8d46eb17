import { buttonClass } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { EmptyState } from '@minerx/ui/empty-state';
import { Skeleton } from '@minerx/ui/skeleton';
import { useUi } from '@minerx/ui/ui-context';
import type { UseQueryResult } from '@tanstack/react-query';
import { Loaded } from '../../base/query.tsx';
import type { FeedState } from '../../feeds/connection.ts';
import { useTexts } from '../../i18n/texts.ts';
import { type Profits } from './dashboard.api.ts';
import styles from './dashboard.module.css';
import { GaugeCard } from './gauge-card.tsx';
import { DayCards, EstimateCard, WeekChart, type ShowUsd } from './reward-cards.tsx';
import noOrders from '../../base/art/empty-orders.svg';
import { PriceLine, OrderCounts } from './dashboard-figures.tsx';

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
          <GaugeCard
            profits={data}
            feed={feed}
            loadedAt={profits.dataUpdatedAt}
            totalUsd={usd(data.totalUnits)}
            price={<PriceLine price={price} />}
          />
          <DayCards profits={data} usd={usd} />
          <WeekChart profits={data} usd={usd} />
          <EstimateCard profits={data} usd={usd} />
          <OrderCounts profits={data} />
        </>
      )}
    </Loaded>
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
      <Card className={classes('stack-3 centred', styles.gauge)}>
        <Skeleton width="16.2rem" height="16.2rem" round />
        <Skeleton width="9rem" height="1.375rem" />
        <div className={styles.tiles}>
          <Skeleton width="60%" height="4.75rem" />
          <Skeleton height="4.5rem" />
          <Skeleton height="4.5rem" />
        </div>
      </Card>
      <div className={styles.pair}>
        <Skeleton height="9.3125rem" />
        <Skeleton height="9.3125rem" />
      </div>
      <Skeleton height="18.75rem" />
      <Skeleton height="15.5rem" />
      <Skeleton height="16.75rem" />
    </div>
  );
}
