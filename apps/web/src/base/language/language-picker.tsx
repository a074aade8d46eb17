import { Globe } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { LANGUAGES, localeOf } from '@minerx/rules/wire-language';
import { useTexts } from '../../i18n/texts.ts';
import styles from './language-picker.module.css';
import { loadOnceOnline } from '../parts/late/once-online.ts';

const LanguageModal = lazy(() =>
  loadOnceOnline(() => import('./language-modal.tsx').then((file) => ({ default: file.LanguageModal }))),
);

/** A button with the current language that opens the ten choices. */
export function LanguagePicker() {
  const { t, language } = useTexts();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <Globe size={18} aria-hidden="true" />
        <span className="unseen">{t('common.language')}: </span>
        <span lang={localeOf(language)}>{LANGUAGES[language].label}</span>
      </button>
      {asked && (
        <Suspense>
          <LanguageModal open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
