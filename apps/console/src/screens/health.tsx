import type { ResultOf } from '@minerx/contract/call';
import { operatorHealth } from '@minerx/contract/operator/health';
import { Chip } from '@minerx/ui/chip';
import { FailedState } from '@minerx/ui/failed-state';
import { Notice } from '@minerx/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { request, sentenceOf } from '../base/api.ts';
import { DataTable } from '../base/list/data-table.tsx';
import { Loading } from '../base/loading.tsx';
import page from '../base/page.module.css';
import { Panel } from '../base/record/record.tsx';
import { At, Age } from '../base/time.tsx';
import { Equations } from '../features/health/equations.tsx';
import { Signs } from '../features/health/signs.tsx';

type Health = ResultOf<typeof operatorHealth>;
const REFRESH_MS = 10_000;

/** How everything stands that goes on by itself. */
export function HealthScreen() {
  const health = useQuery({
    queryKey: ['health'],
    queryFn: () => request(operatorHealth),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <h1 className={page.title}>Health</h1>
      {health.isPending ? (
        <Loading heights={['20rem']} />
      ) : health.data === undefined ? (
        <FailedState text={sentenceOf(health.error)} busy={health.isFetching} onRetry={() => void health.refetch()} />
      ) : (
        <div className={page.waiting}>
          {health.isError && <Notice role="status">{`Old values. ${sentenceOf(health.error)}`}</Notice>}
          <Payouts health={health.data} />
          <Sources sources={health.data.sources} now={health.dataUpdatedAt} />
          <Chains chains={health.data.chains} now={health.dataUpdatedAt} />
          <Signs signs={health.data.signs} />
          <Equations />
        </div>
      )}
    </>
  );
}

function Payouts({ health: { frozen, differences, refused_tip: tip } }: { health: Health }) {
  return (
    <Panel title="Payouts" aside={frozen === null ? <Chip tone="gain">Open</Chip> : <Chip tone="danger">Frozen</Chip>}>
      {frozen === null ? (
        <p className={page.said}>What is approved leaves.</p>
      ) : (
        <p className={page.said}>
          Nothing leaves since <At at={frozen.since} />. Broken: {frozen.broken.join(', ')}.
        </p>
      )}
      <p className={page.said}>
        {differences === 0
          ? 'The chains hold what the books say.'
          : `${differences} balances are less than the books say.`}
      </p>
      {tip !== null && (
        <p className={page.said}>
          The network’s tip is not believed since <At at={tip.since} />: {tip.detail}
        </p>
      )}
    </Panel>
  );
}

function Sources({ sources, now }: { sources: Health['sources']; now: number }) {
  return (
    <Panel title="Sources">
      <DataTable
        label="Sources"
        rows={sources}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Source', cell: ({ name }) => name },
          { head: 'Kind', cell: ({ simulated }) => (simulated ? <Chip tone="plain">Simulated</Chip> : 'Real') },
          {
            head: 'Last answer',
            end: true,
            cell: ({ last_answer_at: at }) => (at === null ? 'Never' : <Age at={at} now={now} />),
          },
          { head: 'Answered', end: true, cell: ({ answered }) => answered },
          { head: 'Failed', end: true, cell: ({ failed }) => failed },
          { head: 'Last failure', wide: true, cell: ({ last_failure: text }) => text ?? '' },
        ]}
      />
    </Panel>
  );
}

function Chains({ chains, now }: { chains: Health['chains']; now: number }) {
  if (chains.length === 0) return null;
  return (
    <Panel title="Chains">
      <DataTable
        label="Chains"
        rows={chains}
        keyOf={({ network }) => network}
        columns={[
          { head: 'Network', cell: ({ network }) => network },
          { head: 'Kind', cell: ({ simulated }) => (simulated ? <Chip tone="plain">Simulated</Chip> : 'Real') },
          { head: 'Read to', end: true, cell: ({ block }) => block },
          { head: 'Head', end: true, cell: ({ head }) => head },
          { head: 'Behind', end: true, cell: ({ block, head }) => head - block },
          { head: 'Read', end: true, cell: ({ read_at: at }) => <Age at={at} now={now} /> },
        ]}
      />
    </Panel>
  );
}
