import { Page } from '../app/page.tsx';
import { useTexts } from '../i18n/texts.ts';

export function AssetScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.asset')}>
      <p>{t('common.loading')}</p>
    </Page>
  );
}
