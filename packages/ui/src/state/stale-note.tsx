import { useUi } from '../ui-context.tsx';
import { RetryButton } from './retry-button.tsx';
import styles from './stale-note.module.css';

interface StaleNoteProps {
  /** When the shown values were true, ready to read ("5 minutes ago"). */
  age?: string | undefined;
  onRetry: () => void;
  busy?: boolean | undefined;
}

/** Above values that could not be renewed: they are the last known ones. Without a network they are asked for again by themselves. */
export function StaleNote({ age, onRetry, busy }: StaleNoteProps) {
  const { online, texts } = useUi();
  return (
    <div className={styles.note} role="status">
      <p className={styles.words}>
        <span className={styles.title}>{texts.oldValues}</span>
        {age && <span>{age}</span>}
      </p>
      {online && <RetryButton variant="quiet" busy={busy} onRetry={onRetry} />}
    </div>
  );
}
