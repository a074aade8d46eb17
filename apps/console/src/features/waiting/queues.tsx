import { ageOf } from '@minerx/rules/utc-time';
import type { ResultOf } from '@minerx/contract/call';
import type { operatorWaiting } from '@minerx/contract/operator/waiting';
import { Link } from '@tanstack/react-router';
import { QUEUES, shownCount } from '../../base/queues.ts';
import styles from './waiting.module.css';

interface QueuesProps {
  queues: ResultOf<typeof operatorWaiting>['queues'];
  now: number;
}

/** How much waits in each queue, and how long the oldest does. */
export function Queues({ queues, now }: QueuesProps) {
  return (
    <ul className={styles.queues}>
      {queues.map(({ queue, count, oldest_at: oldest }) => {
        const { label, to, search = {} } = QUEUES[queue];
        return (
          <li key={queue}>
            <Link to={to} search={search as never} className={styles.queue ?? ''}>
              <span>{label}</span>
              <strong className="figure">{shownCount(count)}</strong>
              <span>{oldest === null ? 'Nothing waits' : `The oldest waits ${ageOf(new Date(oldest), now)}`}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
