import { Page } from '../base/page.tsx';
import { useTexts } from '../i18n/texts.ts';

export function MinerRedeemScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.redeem')} backTo="/miner">
      <p>{t('common.loading')}</p>
    </Page>
  );
}
