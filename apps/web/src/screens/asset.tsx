import { Page } from '../base/page.tsx';
import { AssetActions } from '../features/wallet/asset-actions.tsx';
import { TotalAsset } from '../features/wallet/total-asset.tsx';
import { WalletGrid } from '../features/wallet/wallet-grid.tsx';
import { useTexts } from '../i18n/texts.ts';

export function AssetScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.asset')}>
      <TotalAsset />
      <AssetActions />
      <h2>{t('wallet.list')}</h2>
      <WalletGrid />
    </Page>
  );
}
