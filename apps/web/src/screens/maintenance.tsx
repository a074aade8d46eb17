import { useTexts } from '../i18n/texts.ts';

export function MaintenanceScreen() {
  const { t } = useTexts();
  return <h1 tabIndex={-1}>{t('common.title.maintenance')}</h1>;
}
