import { operatorWaiting } from '@minerx/contract/operator/waiting';
import { FailedState } from '@minerx/ui/failed-state';
import { Skeleton } from '@minerx/ui/skeleton';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { request, sentenceOf } from '../base/api.ts';
import page from '../base/page.module.css';
import { actionsQuery } from '../base/queries.ts';
import { Proposals } from '../features/waiting/proposals.tsx';
import { Printed } from '../features/waiting/printed.tsx';
import { Queues } from '../features/waiting/queues.tsx';

/** What has no list of its own, in the order in which it hurts members. */
const PRINTED: readonly (readonly [action: string, title: string])[] = [
  ['fulfilment list', 'Prizes to hand over'],
  ['outbox list', 'Mails that nobody took'],
  ['settlement status', 'Settlement'],
];
const REFRESH_MS = 30_000;

/** What waits for somebody: how much, since when, and what needs a second operator. */
export function WaitingScreen() {
  const { data: actions } = useSuspenseQuery(actionsQuery);
  const waiting = useQuery({
    queryKey: ['waiting'],
    queryFn: () => request(operatorWaiting),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <h1 className={page.title}>What waits</h1>
      {waiting.isPending ? (
        <Skeleton height="8rem" />
      ) : waiting.data === undefined ? (
        <FailedState text={sentenceOf(waiting.error)} onRetry={() => void waiting.refetch()} />
      ) : (
        <div className={page.waiting}>
          <Queues queues={waiting.data.queues} now={waiting.dataUpdatedAt} />
          <Proposals proposals={waiting.data.proposals} now={waiting.dataUpdatedAt} />
          {PRINTED.filter(([name]) => actions.some((action) => action.name === name)).map(([name, title]) => (
            <Printed key={name} name={name} title={title} />
          ))}
        </div>
      )}
    </>
  );
}
