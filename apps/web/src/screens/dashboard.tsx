import { Page } from '../base/page.tsx';
import { useTexts } from '../i18n/texts.ts';

export function DashboardScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.dashboard')}>
      <p>{t('common.loading')}</p>
    </Page>
  );
}
