import { operatorRun } from '@minerx/contract/operator/action';
import { FailedState } from '@minerx/ui/failed-state';
import { Skeleton } from '@minerx/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { newIdempotencyKey } from '@minerx/contract/intent';
import { request, sentenceOf } from '../../base/api.ts';
import { Panel } from '../../base/record/record.tsx';
import { Lines } from '../../base/run/lines.tsx';

/** A queue as its action prints it. */
export function Printed({ name, title }: { name: string; title: string }) {
  const queue = useQuery({
    queryKey: ['queue', name],
    queryFn: () => request(operatorRun, { body: { name, values: {} }, idempotencyKey: newIdempotencyKey() }),
  });
  const [noun = '', verb = ''] = name.split(' ');
  return (
    <Panel
      title={title}
      aside={
        <Link to="/$noun/$verb" params={{ noun, verb }} search={{}}>
          Open
        </Link>
      }
    >
      {queue.isPending ? (
        <Skeleton />
      ) : queue.isError ? (
        <FailedState text={sentenceOf(queue.error)} onRetry={() => void queue.refetch()} />
      ) : (
        <Lines lines={queue.data.lines} label={title} />
      )}
    </Panel>
  );
}
