import { ageOf } from '@minerx/rules/utc-time';
import type { ResultOf } from '@minerx/contract/call';
import { MOST_COUNTED, type operatorWaiting, type Queue } from '@minerx/contract/operator/waiting';
import { Link } from '@tanstack/react-router';
import styles from './waiting.module.css';

/** Each with the place that its list stands at. */
export const QUEUES: Readonly<Record<Queue, { label: string; to: string; search?: Record<string, string> }>> = {
  withdrawals: { label: 'Withdrawals to review', to: '/withdrawals' },
  unknown: { label: 'Outcome unknown', to: '/withdrawals', search: { state: 'errored' } },
  nfts: { label: 'NFT withdrawals', to: '/nft-withdrawals' },
  nfts_unknown: { label: 'NFTs, outcome unknown', to: '/nft-withdrawals', search: { state: 'approved' } },
  payouts: { label: 'The house’s payouts, outcome unknown', to: '/payout/list' },
  deposits: { label: 'Deposits on the way', to: '/deposits', search: { state: 'seen' } },
  tickets: { label: 'Tickets', to: '/tickets' },
  prizes: { label: 'Prizes to hand over', to: '/prizes-to-hand-over' },
  settlements: { label: 'Days to settle', to: '/settlements' },
  outbox: { label: 'Mails and work given up', to: '/given-up' },
};

export const shownCount = (count: number): string => (count < MOST_COUNTED ? String(count) : `${MOST_COUNTED}+`);

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
