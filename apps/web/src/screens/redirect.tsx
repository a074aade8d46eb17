import { useTexts } from '../i18n/texts.ts';

export function RedirectScreen() {
  const { t } = useTexts();
  return <h1 tabIndex={-1}>{t('common.title.redirect')}</h1>;
}
