import { CANCELLED, isClickable, isLive, isWaiting } from '@minerx/rules/order-status';
import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { isMissing } from '../../base/refusal.ts';
import { CancelledOrder } from '../../features/order/cancelled-order.tsx';
import { useOrder } from '../../features/order/order-details.api.ts';
import { listPath } from '../../features/order/order-filter.ts';
import { Details, DetailsWaiting } from '../../features/order/order-details.tsx';
import { useBtcPrice } from '../../features/reward/reward.api.ts';
import { RewardsTab } from '../../features/reward/rewards-tab.tsx';
import { ApproximateUsd } from '../../features/reward/usd.tsx';
import { useMinerFeed } from '../../feeds/miner-feed.ts';
import { usePoolFeed } from '../../feeds/pool-feed.ts';
import { useTexts } from '../../i18n/texts.ts';

export function OrderDetailsScreen() {
  const { t } = useTexts();
  const { id } = useParams({ from: '/_member/order/details/$id' });
  const { receipt } = useSearch({ from: '/_member/order/details/$id' });
  const order = useOrder(id);
  const price = useBtcPrice().data;
  const shown = order.data?.order;
  const serials = shown && isLive(shown.status) ? [shown.serial] : [];
  const feed = useMinerFeed(serials);
  usePoolFeed(serials);
  if (isMissing(order.error) || (shown && !isClickable(shown.status) && shown.status !== CANCELLED))
    return <Navigate to="/order" search={{ id: shown && isWaiting(shown.status) ? id : undefined }} replace />;
  return (
    <Page title={t('common.title.orderDetails')} backTo={listPath()}>
      <Loaded query={order} skeleton={<DetailsWaiting />}>
        {(details) =>
          details.order.status === CANCELLED ? (
            <CancelledOrder details={details} />
          ) : (
            <Details
              key={details.order.id}
              details={details}
              feed={feed}
              loadedAt={order.dataUpdatedAt}
              minedUsd={<ApproximateUsd units={details.minedUnits} price={price} />}
              tab={receipt === undefined ? undefined : 'rewards'}
              rewards={<RewardsTab details={details} price={price} receipt={receipt} />}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
