import { Page } from '../base/page.tsx';
import { TotalAsset } from '../features/wallet/total-asset.tsx';
import { WalletList } from '../features/wallet/wallet-list.tsx';
import { useTexts } from '../i18n/texts.ts';

export function AssetScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.asset')}>
      <TotalAsset />
      <h2>{t('wallet.list')}</h2>
      <WalletList />
    </Page>
  );
}
