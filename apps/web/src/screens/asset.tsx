import { Shortcuts } from '@minerx/ui/shortcuts';
import { History } from 'lucide-react';
import { Page } from '../base/page.tsx';
import { TotalParts } from '../features/wallet/total-parts.tsx';
import { MOVES } from '../features/wallet/moves.ts';
import { TotalAsset } from '../features/wallet/total-asset.tsx';
import { WalletGrid } from '../features/wallet/wallet-grid.tsx';
import { useTexts } from '../i18n/texts.ts';

export function AssetScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.asset')}>
      <TotalAsset beside={<TotalParts />} />
      <nav aria-label={t('wallet.actions')}>
        <Shortcuts
          shortcuts={[
            { to: '/asset/spot/transaction/all', text: t('wallet.history'), Icon: History },
            ...MOVES.map(({ name, Icon }) => ({ to: `/asset/spot/${name}`, text: t(`wallet.${name}`), Icon })),
          ]}
        />
      </nav>
      <h2>{t('wallet.list')}</h2>
      <WalletGrid />
    </Page>
  );
}
