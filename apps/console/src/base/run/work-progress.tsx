import { operatorWork, type OperatorWork } from '@minerx/contract/operator/work';
import { useQuery } from '@tanstack/react-query';
import { request, sentenceOf } from '../api.ts';
import { Lines } from './lines.tsx';
import styles from './run.module.css';

const ASK_EVERY_MS = 1000;

/** Something that a worker does: how far it is, and what came of it. */
export function WorkProgress({ id }: { id: string }) {
  const { data: work, error } = useQuery({
    queryKey: ['work', id],
    queryFn: () => request(operatorWork, { query: { id } }),
    refetchInterval: ({ state: { data } }) => (data === undefined || data.state === 'running' ? ASK_EVERY_MS : false),
  });
  if (work === undefined) return error === null ? null : <p className={styles.failed}>{sentenceOf(error)}</p>;
  const { action, state, lines } = work;
  if (state === 'running')
    return (
      // Not read out at every step.
      <div className={styles.work} aria-live="off">
        <WorkBar work={work} />
        <p>You may leave: it goes on, and stands under Long work.</p>
      </div>
    );
  return (
    <>
      {state !== 'done' && <p className={styles.failed}>Not in order:</p>}
      <Lines lines={lines} label={`Answer of ${action}`} file={`${action.replaceAll(' ', '-')}.txt`} />
    </>
  );
}

/** How far it is; without figures as long as nobody has counted. */
export function WorkBar({ work: { action, done, total } }: { work: OperatorWork }) {
  return (
    <span className={styles.bar}>
      <progress
        aria-label={`Progress of ${action}`}
        max={total ?? undefined}
        value={total === null ? undefined : done}
      />
      {total !== null && (
        <span className="figure">
          {done} of {total}
        </span>
      )}
    </span>
  );
}
