import { ENDED } from '@minerx/rules/order-status';
import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { isMissing } from '../../base/refusal.ts';
import { EndedOrder } from '../../features/order/ended-order.tsx';
import { useOrder } from '../../features/order/order-details.api.ts';
import { listPath } from '../../features/order/order-filter.ts';
import { packageText } from '../../features/order/order.api.ts';
import { DetailsWaiting } from '../../features/order/order-details.tsx';
import { useBtcPrice } from '../../features/reward/reward.api.ts';
import { RewardsTab } from '../../features/reward/rewards-tab.tsx';
import { useTexts } from '../../i18n/texts.ts';

/** What is left of an order that has ended: each day with its receipt. Any other has its details. */
export function OrderReceiptsScreen() {
  const { t } = useTexts();
  const { id } = useParams({ from: '/_member/order/receipts/$id' });
  const { receipt } = useSearch({ from: '/_member/order/receipts/$id' });
  const order = useOrder(id);
  const price = useBtcPrice().data;
  if (isMissing(order.error)) return <Navigate to="/order" replace />;
  if (order.data && order.data.order.status !== ENDED)
    return <Navigate to="/order/details/$id" params={{ id }} search={{ receipt }} replace />;
  return (
    <Page title={t('order.tab.rewards')} backTo={listPath()}>
      <Loaded query={order} skeleton={<DetailsWaiting />}>
        {(details) => (
          <>
            <EndedOrder details={details} />
            <h2 className="unseen">{packageText(t, details.order)}</h2>
            <RewardsTab details={details} price={price} receipt={receipt} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
