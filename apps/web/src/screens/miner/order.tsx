import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isLive } from '@minerx/rules/order-status';
import { WALLET } from '@minerx/rules/wallet';
import { ownWallet } from '../../base/own-wallet.ts';
import { Page } from '../../base/page.tsx';
import { queryClient } from '../../base/query.tsx';
import { useChosen } from '../../base/form/use-chosen.ts';
import { memberKey, useMember } from '../../features/member/member.api.ts';
import { ActivateAllModal } from '../../features/order/activation/activate-all-modal.tsx';
import { ActivateModal, type Funds } from '../../features/order/activation/activate-modal.tsx';
import { CancelModal } from '../../features/order/activation/cancel-modal.tsx';
import { useOrders, type MinerOrder, type StockOrder } from '../../features/order/order.api.ts';
import { filterOf, keepView, readView } from '../../features/order/order-filter.ts';
import { OrderList } from '../../features/order/order-list.tsx';
import { walletsKey } from '../../features/wallet/wallet.api.ts';
import { useMinerFeed } from '../../feeds/miner-feed.ts';
import { usePoolFeed } from '../../feeds/pool-feed.ts';
import { useTexts } from '../../i18n/texts.ts';

/** What activation fees are paid from. */
function useFunds(): Funds | undefined {
  const { data: member } = useMember();
  return member && ownWallet(member, WALLET.AOGTD);
}

function renewBalances() {
  void queryClient.invalidateQueries({ queryKey: memberKey });
  void queryClient.invalidateQueries({ queryKey: walletsKey });
}

export function OrderScreen() {
  const { t } = useTexts();
  const view = readView(useSearch({ from: '/_member/order' }).filter);
  useEffect(() => keepView(view), [view]);
  const orders = useOrders(filterOf(view));
  const funds = useFunds();
  const navigate = useNavigate();
  const activation = useChosen<MinerOrder>();
  const cancellation = useChosen<StockOrder>();
  const all = useChosen<readonly MinerOrder[]>();
  const serials = (orders.query.data?.rows ?? []).filter(({ status }) => isLive(status)).map(({ serial }) => serial);
  const feed = useMinerFeed(serials);
  usePoolFeed(serials);
  return (
    <Page title={t('common.title.order')}>
      <OrderList
        orders={orders}
        view={view}
        onView={(next) =>
          void navigate({ to: '/order', search: { filter: next === 'all' ? undefined : next }, replace: true })
        }
        feed={feed}
        onActivate={(order) => {
          renewBalances();
          activation.choose(order);
        }}
        onActivateAll={(ready) => {
          renewBalances();
          all.choose(ready);
        }}
        onCancel={cancellation.choose}
      />
      <ActivateModal
        open={activation.open}
        order={activation.chosen}
        funds={funds}
        onClose={activation.close}
        onPaid={renewBalances}
      />
      <ActivateAllModal
        open={all.open}
        orders={all.chosen ?? []}
        funds={funds}
        onClose={all.close}
        onPaid={renewBalances}
      />
      <CancelModal
        open={cancellation.open}
        order={cancellation.chosen}
        onClose={cancellation.close}
        onRefunded={(order) => {
          renewBalances();
          // It stands in no list any more: here is what came back.
          void navigate({ to: '/order/details/$id', params: { id: order.id } });
        }}
      />
    </Page>
  );
}
