import { useTexts } from '../i18n/texts.ts';

export function ForgotPasswordScreen() {
  const { t } = useTexts();
  return <h1 tabIndex={-1}>{t('common.title.forgotPassword')}</h1>;
}
