import { classes } from '@minerx/ui/classes';
import { Crown, Gem } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './name-with-standing.module.css';

interface StandingProps {
  foundation: boolean;
  legacy: boolean;
}

/** A member's name, and what they are beside it. */
export function NameWithStanding({ name, foundation, legacy }: StandingProps & { name: string }) {
  return (
    <p className={classes('line-2 wraps', styles.name)}>
      <span className={styles.word} style={{ '--letters': name.length } as CSSProperties}>
        {name}
      </span>
      <StandingTags foundation={foundation} legacy={legacy} />
    </p>
  );
}

/** Foundation and Legacy, in a word and a shape each; nothing for members without. */
function StandingTags({ foundation, legacy }: StandingProps) {
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
