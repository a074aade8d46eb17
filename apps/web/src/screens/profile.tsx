import { Page } from '../app/page.tsx';
import { useTexts } from '../i18n/texts.ts';

export function ProfileScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.profile')}>
      <p>{t('common.loading')}</p>
    </Page>
  );
}
