import { Page } from '../base/page.tsx';
import { useTexts } from '../i18n/texts.ts';

export function OrderDetailsScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.orderDetails')} backTo="/order">
      <p>{t('common.loading')}</p>
    </Page>
  );
}
