import { Page } from '../base/page.tsx';
import { useTexts } from '../i18n/texts.ts';

export function OrderScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.order')}>
      <p>{t('common.loading')}</p>
    </Page>
  );
}
