import { useTexts } from '../i18n/texts.ts';

export function LoginScreen() {
  const { t } = useTexts();
  return <h1 tabIndex={-1}>{t('common.title.login')}</h1>;
}
