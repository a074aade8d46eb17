import { operatorProposals } from '@minerx/contract/operator/waiting';
import { FailedState } from '@minerx/ui/failed-state';
import { Notice } from '@minerx/ui/notice';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { request, sentenceOf } from '../base/api.ts';
import { Pages } from '../base/list/list-page.tsx';
import { waitingQuery } from '../base/queries.ts';
import { Loading } from '../base/loading.tsx';
import page from '../base/page.module.css';
import { Proposals } from '../features/waiting/proposals.tsx';
import { Queues } from '../features/waiting/queues.tsx';

/** What waits for somebody: how much, since when, and what needs a second operator. */
export function WaitingScreen() {
  const waiting = useQuery(waitingQuery);
  const search = useSearch({ from: '/inside/' });
  const { after } = search;
  const proposed = useQuery({
    queryKey: ['proposals', after],
    queryFn: () => request(operatorProposals, { query: after === undefined ? {} : { after } }),
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  });
  const error = waiting.error ?? proposed.error;
  const retry = () => {
    void waiting.refetch();
    void proposed.refetch();
  };
  return (
    <>
      <h1 className={page.title}>What waits</h1>
      {waiting.isPending || proposed.isPending ? (
        <Loading heights={['8rem']} />
      ) : waiting.data === undefined || proposed.data === undefined ? (
        <FailedState text={sentenceOf(error)} onRetry={retry} />
      ) : (
        <div className={page.waiting}>
          {error !== null && <Notice role="status">{`Old values. ${sentenceOf(error)}`}</Notice>}
          <Queues queues={waiting.data.queues} now={waiting.dataUpdatedAt} />
          <Proposals proposals={proposed.data.rows} now={proposed.dataUpdatedAt}>
            <Pages search={search} next={proposed.data.next} />
          </Proposals>
        </div>
      )}
    </>
  );
}
