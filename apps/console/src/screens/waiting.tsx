import { operatorRun } from '@minerx/contract/operator/action';
import { FailedState } from '@minerx/ui/failed-state';
import { Skeleton } from '@minerx/ui/skeleton';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { newKey, request, sentenceOf } from '../base/api.ts';
import { actionsQuery } from '../base/queries.ts';
import { Lines } from '../base/run/lines.tsx';
import styles from '../base/page.module.css';

/** What waits for somebody, in the order in which it hurts members. */
const QUEUES: readonly (readonly [action: string, title: string])[] = [
  ['withdrawal list', 'Withdrawals to review'],
  ['nft list', 'NFT withdrawals'],
  ['ticket list', 'Tickets'],
  ['proposal list', 'Proposals that need a second operator'],
  ['fulfilment list', 'Prizes to hand over'],
  ['outbox list', 'Mails that nobody took'],
  ['settlement status', 'Settlement'],
];
const REFRESH_MS = 30_000;

export function WaitingScreen() {
  const { data: actions } = useSuspenseQuery(actionsQuery);
  const mine = QUEUES.filter(([name]) => actions.some((action) => action.name === name));
  return (
    <>
      <h1 className={styles.title}>What waits</h1>
      <div className={styles.waiting}>
        {mine.map(([name, title]) => (
          <Queue key={name} name={name} title={title} />
        ))}
      </div>
    </>
  );
}

function Queue({ name, title }: { name: string; title: string }) {
  const queue = useQuery({
    queryKey: ['queue', name],
    queryFn: () => request(operatorRun, { body: { name, values: {} }, idempotencyKey: newKey() }),
    refetchInterval: REFRESH_MS,
  });
  const [noun = '', verb = ''] = name.split(' ');
  return (
    <section>
      <h2>
        <Link to="/$noun/$verb" params={{ noun, verb }} search={{}}>
          {title}
        </Link>
      </h2>
      {queue.isPending ? (
        <Skeleton />
      ) : queue.isError ? (
        <FailedState text={sentenceOf(queue.error)} onRetry={() => void queue.refetch()} />
      ) : (
        <Lines lines={queue.data.lines} label={title} />
      )}
    </section>
  );
}
