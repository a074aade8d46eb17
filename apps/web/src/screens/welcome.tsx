import { useTexts } from '../i18n/texts.ts';

export function WelcomeScreen() {
  const { t } = useTexts();
  return <h1 tabIndex={-1}>{t('common.title.welcome')}</h1>;
}
