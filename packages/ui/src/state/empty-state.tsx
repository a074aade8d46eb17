import type { ReactNode } from 'react';
import { useUi } from '../ui-context.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** Default: what `hint` says, above No record found. */
  text?: string | undefined;
  /** What would stand here, or what to do next. */
  hint?: string | undefined;
  action?: ReactNode;
  /** Address of a picture, 240 × 176. */
  art?: string | undefined;
}

/** A true nothing: the load worked and there is no row, or none after the few above. */
export function EmptyState({ text, hint, action, art }: EmptyStateProps) {
  const { texts } = useUi();
  return (
    <div className={styles.state}>
      {art && <img className={styles.art} src={art} width={240} height={176} alt="" decoding="async" />}
      <p className={styles.text}>{text ?? hint ?? texts.noRecord}</p>
      {hint && <p className={styles.hint}>{text ? hint : texts.noRecord}</p>}
      {action}
    </div>
  );
}
