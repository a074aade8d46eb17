import { Page } from '../app/page.tsx';
import { useTexts } from '../i18n/texts.ts';

export function HomeScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.home')}>
      <p>{t('common.loading')}</p>
    </Page>
  );
}
