import { Page } from '../../base/page.tsx';
import { Dashboard } from '../../features/dashboard/dashboard.tsx';
import { useProfits } from '../../features/dashboard/dashboard.api.ts';
import { useBtcPrice } from '../../features/reward/reward.api.ts';
import { ApproximateUsd } from '../../features/reward/usd.tsx';
import { useMinerFeed } from '../../feeds/miner-feed.ts';
import { usePoolFeed } from '../../feeds/pool-feed.ts';
import { useTexts } from '../../i18n/texts.ts';

export function DashboardScreen() {
  const { t } = useTexts();
  const profits = useProfits();
  const price = useBtcPrice().data;
  const serials = (profits.data?.orders ?? []).map(({ serial }) => serial);
  const feed = useMinerFeed(serials);
  usePoolFeed(serials);
  return (
    <Page title={t('common.title.dashboard')}>
      <Dashboard
        profits={profits}
        feed={feed}
        price={price}
        usd={(units) => <ApproximateUsd units={units} price={price} />}
      />
    </Page>
  );
}
