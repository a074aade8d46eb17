import { Check, Globe } from 'lucide-react';
import { Modal } from '@minerx/ui/modal';
import { useState } from 'react';
import { languageCodes, languages, type LanguageCode } from '../i18n/languages.ts';
import { chooseLanguage, useTexts } from '../i18n/texts.ts';
import { toast } from './alerts.ts';
import styles from './language-picker.module.css';

/** A button with the current language that opens the ten choices. */
export function LanguagePicker() {
  const { t, language } = useTexts();
  const [open, setOpen] = useState(false);
  const choose = (code: LanguageCode) => {
    setOpen(false);
    chooseLanguage(code).catch(() => toast(t('common.unreachable')));
  };
  return (
    <>
      <button type="button" className={styles.button} onClick={() => setOpen(true)}>
        <Globe size={18} aria-hidden="true" />
        <span className="unseen">{t('common.language')}: </span>
        <span>{languages[language].name}</span>
      </button>
      <Modal open={open} onClose={() => setOpen(false)} title={t('common.language')}>
        <ul className={styles.list}>
          {languageCodes.map((code) => (
            <li key={code}>
              <button
                type="button"
                className={styles.choice}
                lang={languages[code].tag}
                aria-pressed={code === language}
                onClick={() => choose(code)}
              >
                {languages[code].name}
                {code === language && <Check size={20} aria-hidden="true" />}
              </button>
            </li>
          ))}
        </ul>
      </Modal>
    </>
  );
}
