import { Check } from 'lucide-react';
import { Modal } from '@minerx/ui/modal';
import { languageCodes, languages, type LanguageCode } from '../i18n/languages.ts';
import { useTexts } from '../i18n/texts.ts';
import { toast } from './alerts.ts';
import { makeLanguageChoice } from './language-choice.ts';
import styles from './language-picker.module.css';

/** The ten languages, each by its own name. */
export function LanguageModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, language } = useTexts();
  const choose = (code: LanguageCode) => {
    onClose();
    makeLanguageChoice(code).catch(() => toast(t('common.unreachable')));
  };
  return (
    <Modal open={open} onClose={onClose} title={t('common.language')}>
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
  );
}
