import { Card } from '@minerx/ui/card';
import { Field } from '@minerx/ui/field';
import { Select } from '@minerx/ui/select';
import { LanguagePicker } from '../../base/language/language-picker.tsx';
import { chooseTheme, useTheme, type Theme } from '../../base/storage/preferences.ts';
import { useTexts } from '../../i18n/texts.ts';
import styles from './settings.module.css';

/** Language and theme of this device. */
export function Settings() {
  const { t } = useTexts();
  const theme = useTheme();
  return (
    <Card className="stack-3">
      <div className={styles.line}>
        <span className={styles.label}>{t('common.language')}</span>
        <LanguagePicker />
      </div>
      <Field label={t('profile.theme')}>
        {(wire) => (
          <Select {...wire} value={theme} onChange={(event) => chooseTheme(event.target.value as Theme)}>
            <option value="system">{t('profile.theme.system')}</option>
            <option value="dark">{t('profile.theme.dark')}</option>
            <option value="light">{t('profile.theme.light')}</option>
          </Select>
        )}
      </Field>
    </Card>
  );
}
