import type { AuditLine } from '@minerx/contract/operator/list';
import { At } from '../time.tsx';
import styles from './audit-trail.module.css';

/** `operator:ana@minerx.test` as people say it. */
export const whoOf = (actor: string): string => actor.replace(/^operator:/, '');

interface AuditTrailProps {
  lines: readonly AuditLine[];
  /** Something waits for a second operator. */
  proposed?: boolean | undefined;
}

/** What was done about something, newest first. */
export function AuditTrail({ lines, proposed = false }: AuditTrailProps) {
  if (lines.length === 0)
    return (
      <p className={styles.none}>
        {proposed
          ? 'Nothing has been done yet: what is proposed waits for a second operator.'
          : 'Nobody has done anything about it yet.'}
      </p>
    );
  return (
    <ol className={styles.trail}>
      {lines.map(({ id, at, actor, action, reason }) => (
        <li key={id}>
          <At at={at} />
          <div>
            <strong>{action}</strong> {whoOf(actor)}
            {reason !== '' && <p>{reason}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
