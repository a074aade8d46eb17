import { Crown, Gem } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './standing-tags.module.css';

/** Foundation and Legacy, in a word and a shape each; nothing for members without. */
export function StandingTags({ foundation, legacy }: { foundation: boolean; legacy: boolean }) {
  const { t } = useTexts();
  if (!foundation && !legacy) return null;
  return (
    <span className={styles.tags}>
      {foundation && (
        <span className={styles.foundation}>
          <Gem size={12} aria-hidden="true" />
          {t('team.foundation')}
        </span>
      )}
      {legacy && (
        <span className={styles.legacy}>
          <Crown size={12} aria-hidden="true" />
          {t('team.legacy')}
        </span>
      )}
    </span>
  );
}
