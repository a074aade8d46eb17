import { Shortcuts } from '@minerx/ui/shortcuts';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, History, Send } from 'lucide-react';
import { Page } from '../base/page.tsx';
import { TotalAsset } from '../features/wallet/total-asset.tsx';
import { WalletGrid } from '../features/wallet/wallet-grid.tsx';
import { useTexts } from '../i18n/texts.ts';

export function AssetScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.asset')}>
      <TotalAsset />
      <nav aria-label={t('wallet.actions')}>
        <Shortcuts
          shortcuts={[
            { to: '/asset/spot/transaction/all', text: t('wallet.history'), Icon: History },
            { to: '/asset/spot/deposit', text: t('wallet.deposit'), Icon: ArrowDownToLine },
            { to: '/asset/spot/withdraw', text: t('wallet.withdraw'), Icon: ArrowUpFromLine },
            { to: '/asset/spot/transfer', text: t('wallet.transfer'), Icon: Send },
            { to: '/asset/spot/swap', text: t('wallet.swap'), Icon: ArrowLeftRight },
          ]}
        />
      </nav>
      <h2>{t('wallet.list')}</h2>
      <WalletGrid />
    </Page>
  );
}
