import { useTexts } from '../i18n/texts.ts';

export function ResetPasswordScreen() {
  const { t } = useTexts();
  return <h1 tabIndex={-1}>{t('common.title.resetPassword')}</h1>;
}
