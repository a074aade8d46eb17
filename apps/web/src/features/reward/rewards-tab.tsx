import { isLive, type OrderStatus } from '@minerx/rules/order-status';
import { Card } from '@minerx/ui/card';
import { EmptyState } from '@minerx/ui/empty-state';
import { InfiniteEnd } from '@minerx/ui/infinite-list';
import { Money } from '@minerx/ui/money';
import { Row } from '@minerx/ui/row';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { useState } from 'react';
import { Loaded } from '../../base/query.tsx';
import { useChosen } from '../../base/form/use-chosen.ts';
import { useTexts } from '../../i18n/texts.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { useReceipt, useRewards, type BtcPrice, type Receipt } from './reward.api.ts';
import styles from './reward.module.css';
import { ApproximateUsd } from './usd.tsx';
import nothingYet from '../../base/art/empty-history.svg';
import { TodayCard, ProvisionalDays } from './today-card.tsx';

interface RewardsTabProps {
  details: {
    order: { id: string; number: string; status: OrderStatus; simulated: boolean; activatedAt: string | null };
    /** Settled days only, 1e-8 BTC. */
    minedUnits: bigint;
    deviceCount: number;
  };
  price: BtcPrice | undefined;
  /** The movement whose receipt somebody came for. */
  receipt?: string | undefined;
}

/** What the order has mined: the total, today so far while it lives, and each credited day with its receipt. */
export function RewardsTab({ details: { order, minedUnits, deviceCount }, price, receipt }: RewardsTabProps) {
  const { t } = useTexts();
  const rewards = useRewards(order.id);
  const { open, chosen, choose, close } = useChosen<Receipt>();
  const sought = useReceipt(order.id, receipt).data;
  const [closed, setClosed] = useState(false);
  return (
    <>
      <Card className={styles.total}>
        <div className={styles.head}>
          <h3 className={styles.label}>{t('order.mined.total')}</h3>
          {order.simulated && <SourceBadge kind="simulated" />}
        </div>
        <Money units={minedUnits} precision={8} asset="BTC" size="figure" />
        <p className="soft">
          <ApproximateUsd units={minedUnits} price={price} />
        </p>
      </Card>
      <Loaded query={rewards.query} skeleton={<Waiting />}>
        {({ first, rows }) => (
          <>
            {isLive(order.status) && (
              <TodayCard
                today={first.today}
                machines={deviceCount}
                price={price}
                activatedAt={order.activatedAt}
                onAgain={() => void rewards.query.refetch()}
              />
            )}
            {first.provisionalDays.length > 0 && <ProvisionalDays days={first.provisionalDays} />}
            <div className={styles.head}>
              <h3 className={styles.heading}>{t('order.rewards.list')}</h3>
              {rows.length > 0 && rows.every((each) => each.simulated) && <SourceBadge kind="simulated" />}
            </div>
            {rows.length === 0 ? (
              <EmptyState art={nothingYet} hint={t('order.rewards.hint')} />
            ) : (
              <>
                <Card flush>
                  <ul>
                    {rows.map((receipt) => (
                      <li key={receipt.id}>
                        <RewardRow
                          receipt={receipt}
                          badge={receipt.simulated && rows.some((each) => !each.simulated)}
                          onPress={() => choose(receipt)}
                        />
                      </li>
                    ))}
                  </ul>
                </Card>
                <InfiniteEnd state={rewards.end} onMore={rewards.more} />
              </>
            )}
          </>
        )}
      </Loaded>
      <ReceiptSheet
        open={open || (!closed && sought != null)}
        receipt={chosen ?? sought ?? null}
        orderNumber={order.number}
        onClose={() => {
          setClosed(true);
          close();
        }}
      />
    </>
  );
}

/** The badge stands on the row only where its neighbours come from another source; else once above the list. */
function RewardRow({ receipt, badge, onPress }: { receipt: Receipt; badge: boolean; onPress: () => void }) {
  const { t, format } = useTexts();
  return (
    <Row
      onPress={onPress}
      title={<span className={styles.day}>{format.utcDay(receipt.day)}</span>}
      detail={
        (badge || receipt.cause !== null) && (
          <>
            {receipt.cause !== null && <span>{t('order.correction')}</span>} {badge && <SourceBadge kind="simulated" />}
          </>
        )
      }
      value={<Money units={receipt.rewardUnits} precision={8} asset="BTC" signed />}
      valueDetail={<Money units={receipt.usdUnits} precision={2} prefix="$" />}
    />
  );
}

function Waiting() {
  return (
    <div className="stack-3">
      <Skeleton height="12rem" />
      <Skeleton width="9rem" height="1.5rem" />
      {Array.from({ length: 5 }, (_, place) => (
        <Skeleton key={place} height="3.75rem" />
      ))}
    </div>
  );
}
