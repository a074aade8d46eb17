import { Card } from '@minerx/ui/card';
import { Row } from '@minerx/ui/row';
import { ChartNoAxesColumn, ListChecks, Ticket } from 'lucide-react';
import { Page } from '../base/page.tsx';
import { NewsSlot } from '../features/announcement/news-slot.tsx';
import { BoosterCard } from '../features/booster/booster-card.tsx';
import { useBoosterPrices } from '../features/booster/booster.api.ts';
import { MarketSlot } from '../features/market/market-slot.tsx';
import { useMember } from '../features/member/member.api.ts';
import { TotalAsset } from '../features/wallet/total-asset.tsx';
import { useTexts } from '../i18n/texts.ts';

export function HomeScreen() {
  const { t } = useTexts();
  const member = useMember();
  const prices = useBoosterPrices();
  const priceOf = (line: 'x1' | 'x2') => (prices.data ? prices.data[line] : prices.isError ? null : undefined);
  const isDrawn = prices.data !== undefined || prices.isError;
  return (
    <Page title={member.data ? t('home.greeting', { name: member.data.member_username }) : t('common.title.home')}>
      <TotalAsset />
      <BoosterCard line="x1" priceUnits={priceOf('x1')} />
      <BoosterCard line="x2" priceUnits={priceOf('x2')} />
      <MarketSlot ready={isDrawn} />
      <Card flush>
        <Row
          to="/order"
          icon={<ListChecks size={20} aria-hidden="true" />}
          title={t('home.orders')}
          detail={t('home.orders.detail')}
        />
        <Row
          to="/dashboard"
          icon={<ChartNoAxesColumn size={20} aria-hidden="true" />}
          title={t('home.profits')}
          detail={t('home.profits.detail')}
        />
        <Row
          to="/miner/redeem"
          icon={<Ticket size={20} aria-hidden="true" />}
          title={t('home.redeem')}
          detail={t('home.redeem.detail')}
        />
      </Card>
      <NewsSlot ready={isDrawn} />
    </Page>
  );
}
