import type { ReactNode } from 'react';
import { useUi } from './ui-context.tsx';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  /** Default: No record found. */
  text?: string | undefined;
  /** What to do next. */
  hint?: string | undefined;
  action?: ReactNode;
}

/** A true nothing: the load worked and there is no row. */
export function EmptyState({ text, hint, action }: EmptyStateProps) {
  const { texts } = useUi();
  return (
    <div className={styles.state}>
      <svg width="120" height="88" viewBox="0 0 120 88" fill="none" aria-hidden="true">
        <ellipse cx="60" cy="80" rx="46" ry="5" className={styles.shade} />
        <rect x="26" y="16" width="68" height="52" rx="8" className={styles.back} />
        <rect x="18" y="24" width="84" height="52" rx="9" className={styles.front} />
        <path d="M30 40h28M30 50h44M30 60h20" className={styles.line} />
        <circle cx="86" cy="54" r="9" className={styles.dot} />
        <path d="M60 4v6M45 7l3 5M75 7l-3 5" className={styles.spark} />
      </svg>
      <p className={styles.text}>{text ?? texts.noRecord}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action}
    </div>
  );
}
