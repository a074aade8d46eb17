import styles from './lines.module.css';

/** What an action printed, as it printed it: columns stand under each other. */
export function Lines({ lines, label }: { lines: readonly string[]; label: string }) {
  return (
    <pre className={styles.lines} tabIndex={0} role="region" aria-label={label}>
      {lines.length === 0 ? 'Done.' : lines.join('\n')}
    </pre>
  );
}
