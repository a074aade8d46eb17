import { Page } from '../base/page.tsx';
import { useTexts } from '../i18n/texts.ts';

export function MinerPurchaseScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.miner')} backTo="/miner">
      <p>{t('common.loading')}</p>
    </Page>
  );
}
