import { TriangleAlert, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { useUi } from '../ui-context.tsx';
import { RetryButton } from './retry-button.tsx';
import styles from './failed-state.module.css';

interface FailedStateProps {
  /** Default: that it could not be loaded, or that there is no network and it comes by itself. */
  text?: string | undefined;
  /** The next step. Default: of the usual text, the usual one. */
  hint?: string | undefined;
  onRetry: () => void;
  busy?: boolean | undefined;
  /** Address of a picture, 240 × 176, in place of the sign while there is no network. */
  art?: string | undefined;
  /** A line in the place of something small, beside others that fail with it. */
  compact?: boolean | undefined;
}

/** The load failed and nothing is known yet. Never to be mistaken for an empty list. */
export function FailedState({ text, hint, onRetry, busy, art, compact }: FailedStateProps) {
  const { online, texts } = useUi();
  // Without a network the picture may not be had either.
  const [pictured, setPictured] = useState(true);
  const away = !online && text === undefined;
  const Sign = away ? WifiOff : TriangleAlert;
  const next = text === undefined ? (hint ?? texts.loadFailedNext) : hint;
  return (
    <div className={compact ? styles.line : styles.state} role="status">
      {compact ? null : away && art && pictured ? (
        <img className={styles.art} src={art} width={240} height={176} alt="" onError={() => setPictured(false)} />
      ) : (
        <span className={styles.mark}>
          <Sign size={26} aria-hidden="true" />
        </span>
      )}
      {away ? (
        <p>{texts.offlineLoad}</p>
      ) : (
        <>
          <div className={styles.words}>
            <p>{text ?? texts.loadFailed}</p>
            {next && <p className={styles.next}>{next}</p>}
          </div>
          <RetryButton variant="secondary" busy={busy} onRetry={onRetry} />
        </>
      )}
    </div>
  );
}
