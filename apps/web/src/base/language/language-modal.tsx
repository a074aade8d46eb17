import { Check } from 'lucide-react';
import { Modal } from '@minerx/ui/modal';
import { LANGUAGE_CODES, LANGUAGES, localeOf, type WireLanguage } from '@minerx/rules/wire-language';
import { useTexts } from '../../i18n/texts.ts';
import { toast } from '../alerts.ts';
import { makeLanguageChoice } from './language-choice.ts';
import styles from './language-picker.module.css';

/** The languages, each by its own name. */
export function LanguageModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, language } = useTexts();
  const choose = (code: WireLanguage) => {
    onClose();
    makeLanguageChoice(code).catch(() => toast(t('common.unreachable')));
  };
  return (
    <Modal open={open} onClose={onClose} title={t('common.language')}>
      <ul className={styles.list}>
        {LANGUAGE_CODES.map((code) => (
          <li key={code}>
            <button
              type="button"
              className={styles.choice}
              lang={localeOf(code)}
              aria-pressed={code === language}
              onClick={() => choose(code)}
            >
              {LANGUAGES[code].label}
              {code === language && <Check size={20} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
