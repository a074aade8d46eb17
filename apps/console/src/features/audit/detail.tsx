import type { CheckedLine } from '@minerx/contract/operator/audit';
import styles from './audit.module.css';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What was done, and to what. */
export function What({ line: { action, subject } }: { line: CheckedLine }) {
  return (
    <span className={styles.what} title={subject}>
      <strong>{action}</strong>
      <span>{subject}</span>
    </span>
  );
}

/** Why it was done, and what was before and after. */
export function Detail({ line: { reason, detail } }: { line: CheckedLine }) {
  const facts = Object.entries(detail).map(([name, value]) => `${name} ${textOf(value)}`);
  return (
    <span className={styles.detail}>
      {reason !== '' && <strong>{reason}</strong>}
      {facts.length > 0 && <span>{facts.join(', ')}</span>}
    </span>
  );
}
