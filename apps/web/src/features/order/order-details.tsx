import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { Skeleton } from '@minerx/ui/skeleton';
import { Tabs } from '@minerx/ui/tabs';
import { Activity, Coins, Power } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { FeedState } from '../../feeds/connection.ts';
import { useTexts } from '../../i18n/texts.ts';
import { HashrateTab } from './hashrate-tab.tsx';
import type { OrderDetails } from './order-details.api.ts';
import { OrderTitle } from './order-card.tsx';
import styles from './order-details.module.css';
import { StatusTab } from './status-tab.tsx';
import { useLiveRing } from './use-live-series.ts';

type DetailsTab = 'status' | 'hashrate' | 'rewards';

/** Which tab was open, by order: coming back finds it so. */
const openTabs = new Map<string, DetailsTab>();

interface DetailsProps {
  details: OrderDetails;
  feed: FeedState;
  /** When `details` came, ms since 1970. */
  loadedAt: number;
  /** The one that somebody came for; else the one that was open. */
  tab?: DetailsTab | undefined;
  /** Approximate dollars of the mined BTC. */
  minedUsd: ReactNode;
  /** What stands under the third tab. */
  rewards: ReactNode;
}

/** One live order: status and power, hashrate, rewards. */
export function Details({ details, feed, loadedAt, tab: sought, minedUsd, rewards }: DetailsProps) {
  const { t } = useTexts();
  const { order } = details;
  const [tab, setTab] = useState<DetailsTab>(sought ?? openTabs.get(order.id) ?? 'status');
  const ring = useLiveRing(order.serial);
  const names = { status: t('order.tab.status'), hashrate: t('order.tab.hashrate'), rewards: t('order.tab.rewards') };
  const icons = { status: Power, hashrate: Activity, rewards: Coins };
  const panels: Record<DetailsTab, ReactNode> = {
    status: <StatusTab details={details} feed={feed} loadedAt={loadedAt} minedUsd={minedUsd} />,
    hashrate: <HashrateTab order={order} lastAnswerAt={details.lastAnswerAt} {...{ ring, feed, loadedAt }} />,
    rewards,
  };
  return (
    <>
      <OrderTitle order={order} />
      <Tabs
        label={t('order.tabs')}
        look="round"
        tabs={(['status', 'hashrate', 'rewards'] as const).map((id) => {
          const Icon = icons[id];
          return {
            id,
            label: (
              <>
                <Icon size={20} aria-hidden="true" />
                {names[id]}
              </>
            ),
          };
        })}
        current={tab}
        onChange={(next) => {
          openTabs.set(order.id, next);
          setTab(next);
        }}
      >
        <h2 className="unseen">{names[tab]}</h2>
        {panels[tab]}
      </Tabs>
    </>
  );
}

/** The place of the details while they are on their way. */
export function DetailsWaiting() {
  return (
    <div className="stack-4">
      <div className={styles.waitingHead}>
        <span className="stack-1">
          <Skeleton width="8rem" height="1.25rem" />
          <Skeleton width="10rem" height="1rem" />
        </span>
        <Skeleton width="7rem" height="1.75rem" round />
      </div>
      <div className={styles.waitingTabs}>
        {[0, 1, 2].map((place) => (
          <span key={place} className="stack-1 centred">
            <Skeleton width="3.25rem" height="3.25rem" round />
            <Skeleton width="5rem" height="0.875rem" />
          </span>
        ))}
      </div>
      <Card className={classes('stack-3 centred', styles.dial)}>
        <Skeleton width="16rem" height="16rem" round />
        <Skeleton width="5rem" height="1.375rem" round />
      </Card>
      <Card flush>
        <div className={styles.facts}>
          {[5, 7, 9, 6, 8, 5, 7, 6].map((width, place) => (
            <div key={place}>
              <Skeleton width={`${width}rem`} height="1.25rem" />
              <Skeleton width={`${12 - width}rem`} height="1.25rem" />
            </div>
          ))}
        </div>
      </Card>
    </div>
  );
}
