import { Button } from '@minerx/ui/button';
import styles from './run.module.css';

interface LinesProps {
  lines: readonly string[];
  label: string;
  /** What a file that keeps them is called. */
  file: string;
}

/** What an action printed, as it printed it: columns stand under each other. A list can be kept: what is told once is not copied by hand. */
export function Lines({ lines, label, file }: LinesProps) {
  const text = lines.join('\n');
  return (
    <div className={styles.said}>
      <pre className={styles.lines} tabIndex={0} role="region" aria-label={label}>
        {lines.length === 0 ? 'Done.' : text}
      </pre>
      {lines.length > 1 && (
        <Button variant="secondary" size="medium" onClick={() => keep(`${text}\n`, file)}>
          Save as a file
        </Button>
      )}
    </div>
  );
}

function keep(text: string, file: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href, download: file }).click();
  URL.revokeObjectURL(href);
}
