import { Page } from '../base/page.tsx';
import { useTexts } from '../i18n/texts.ts';

export function MinerScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.miner')}>
      <p>{t('common.loading')}</p>
    </Page>
  );
}
