import { RefreshCw, TriangleAlert } from 'lucide-react';
import { Button } from '../button/button.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './failed-state.module.css';

interface FailedStateProps {
  text?: string | undefined;
  onRetry: () => void;
  busy?: boolean | undefined;
  /** Address of a picture, 240 × 176, in place of the sign. */
  art?: string | undefined;
  /** A line in the place of something small, beside others that fail with it. */
  compact?: boolean | undefined;
}

/** The load failed and nothing is known yet. Never to be mistaken for an empty list. */
export function FailedState({ text, onRetry, busy, art, compact }: FailedStateProps) {
  const { texts } = useUi();
  return (
    <div className={compact ? styles.line : styles.state} role="status">
      {compact ? null : art ? (
        <img className={styles.art} src={art} width={240} height={176} alt="" />
      ) : (
        <span className={styles.mark}>
          <TriangleAlert size={26} aria-hidden="true" />
        </span>
      )}
      <p>{text ?? texts.loadFailed}</p>
      <Button
        variant="secondary"
        size="medium"
        busy={busy}
        icon={<RefreshCw size={16} aria-hidden="true" />}
        onClick={onRetry}
      >
        {texts.retry}
      </Button>
    </div>
  );
}
