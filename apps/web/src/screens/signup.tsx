import { useTexts } from '../i18n/texts.ts';

export function SignupScreen() {
  const { t } = useTexts();
  return <h1 tabIndex={-1}>{t('common.title.signup')}</h1>;
}
