import { Page } from '../../base/page.tsx';
import { HistoryLink } from '../../features/nft/history-link.tsx';
import { NftGrid } from '../../features/nft/nft-grid.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function NftScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('nft.title')} backTo="/profile" action={<HistoryLink />}>
      <NftGrid />
    </Page>
  );
}
