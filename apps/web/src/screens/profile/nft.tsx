import { IconLink } from '@minerx/ui/icon-link';
import { History } from 'lucide-react';
import { Page } from '../../base/page.tsx';
import { NftGrid } from '../../features/nft/nft-grid.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function NftScreen() {
  const { t } = useTexts();
  return (
    <Page
      title={t('nft.title')}
      backTo="/profile"
      action={
        <IconLink to="/profile/nft/history" label={t('nft.history')} icon={<History size={22} aria-hidden="true" />} />
      }
    >
      <NftGrid />
    </Page>
  );
}
