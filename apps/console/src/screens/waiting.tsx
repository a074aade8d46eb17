import { operatorWaiting } from '@minerx/contract/operator/waiting';
import { FailedState } from '@minerx/ui/failed-state';
import { Notice } from '@minerx/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { request, sentenceOf } from '../base/api.ts';
import { Loading } from '../base/loading.tsx';
import page from '../base/page.module.css';
import { Proposals } from '../features/waiting/proposals.tsx';
import { Queues } from '../features/waiting/queues.tsx';

const REFRESH_MS = 30_000;

/** What waits for somebody: how much, since when, and what needs a second operator. */
export function WaitingScreen() {
  const waiting = useQuery({
    queryKey: ['waiting'],
    queryFn: () => request(operatorWaiting),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <h1 className={page.title}>What waits</h1>
      {waiting.isPending ? (
        <Loading heights={['8rem']} />
      ) : waiting.data === undefined ? (
        <FailedState text={sentenceOf(waiting.error)} onRetry={() => void waiting.refetch()} />
      ) : (
        <div className={page.waiting}>
          {waiting.isError && <Notice role="status">{`Old values. ${sentenceOf(waiting.error)}`}</Notice>}
          <Queues queues={waiting.data.queues} now={waiting.dataUpdatedAt} />
          <Proposals proposals={waiting.data.proposals} now={waiting.dataUpdatedAt} />
        </div>
      )}
    </>
  );
}
