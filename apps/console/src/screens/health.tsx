import type { ResultOf } from '@minerx/contract/call';
import { operatorHealth } from '@minerx/contract/operator/health';
import { Chip } from '@minerx/ui/chip';
import { FailedState } from '@minerx/ui/failed-state';
import { Notice } from '@minerx/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request, sentenceOf } from '../base/api.ts';
import { DataTable } from '../base/list/data-table.tsx';
import { Loading } from '../base/loading.tsx';
import page from '../base/page.module.css';
import { waitingQuery } from '../base/queries.ts';
import { Panel } from '../base/record/record.tsx';
import { Age, At } from '../base/time.tsx';
import { AssetTable } from '../features/books/asset-table.tsx';
import { balanceSheetQuery } from '../features/books/balance-sheet.api.ts';
import { Equations } from '../features/health/equations.tsx';
import { HotWallets } from '../features/health/hot-wallets.tsx';
import { Signs } from '../features/health/signs.tsx';
import { SourceState } from '../features/health/source-state.tsx';
import { Troubles } from '../features/health/troubles.tsx';
import { Queues } from '../features/waiting/queues.tsx';
import styles from '../features/health/health.module.css';

type Health = ResultOf<typeof operatorHealth>;
const REFRESH_MS = 10_000;

/** How everything stands that goes on by itself: what is wrong first. */
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
        <Loading heights={['8rem', '20rem']} />
      ) : health.data === undefined ? (
        <FailedState text={sentenceOf(health.error)} busy={health.isFetching} onRetry={() => void health.refetch()} />
      ) : (
        <div className={page.waiting}>
          {health.isError && <Notice role="status">{`Old values. ${sentenceOf(health.error)}`}</Notice>}
          <Everything health={health.data} now={health.dataUpdatedAt} />
        </div>
      )}
    </>
  );
}

function Everything({ health, now }: { health: Health; now: number }) {
  return (
    <>
      <Troubles health={health} now={now} />
      <div className={styles.halves}>
        <Equations health={health} now={now} />
        <HotWallets wallets={health.hot_wallets} />
      </div>
      <Assets />
      <Sources sources={health.sources} now={now} />
      <Chains chains={health.chains} now={now} />
      <Waiting />
      <Signs signs={health.signs} />
    </>
  );
}

/** What members have of what is not issued by us, beside what stands behind it. */
function Assets() {
  const { data } = useQuery(balanceSheetQuery);
  if (data === undefined || data.at === null) return null;
  return (
    <Panel
      title="Owed to members, and what there is"
      aside={
        <span>
          <At at={data.at} />, <Link to="/balance-sheet">balance sheet</Link>
        </span>
      }
    >
      <AssetTable assets={data.assets.filter(({ issued_by_us: ours }) => !ours)} />
    </Panel>
  );
}

function Sources({ sources, now }: { sources: Health['sources']; now: number }) {
  return (
    <div id="sources">
      <Panel title="Sources">
        <DataTable
          label="Sources"
          rows={sources}
          keyOf={({ name }) => name}
          columns={[
            { head: 'Source', cell: ({ name }) => name },
            { head: 'State', cell: (source) => <SourceState source={source} /> },
            {
              head: 'Last answer',
              end: true,
              cell: ({ last_answer_at: at }) => (at === null ? 'Never' : <Age at={at} now={now} />),
            },
            { head: 'Kind', cell: ({ simulated }) => (simulated ? <Chip tone="plain">Simulated</Chip> : 'Real') },
            { head: 'Answered', end: true, cell: ({ answered }) => answered },
            { head: 'Failed', end: true, cell: ({ failed }) => failed },
            { head: 'Last failure', wide: true, cell: ({ last_failure: text }) => text ?? '' },
          ]}
        />
      </Panel>
    </div>
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
          { head: 'Behind', end: true, cell: ({ block, head }) => head - block },
          { head: 'Read', end: true, cell: ({ read_at: at }) => <Age at={at} now={now} /> },
          { head: 'Kind', cell: ({ simulated }) => (simulated ? <Chip tone="plain">Simulated</Chip> : 'Real') },
          { head: 'Read to', end: true, cell: ({ block }) => block },
          { head: 'Head', end: true, cell: ({ head }) => head },
        ]}
      />
    </Panel>
  );
}

function Waiting() {
  const { data, dataUpdatedAt } = useQuery(waitingQuery);
  if (data === undefined) return null;
  return (
    <section>
      <h2 className={styles.title}>Queues</h2>
      <Queues queues={data.queues} now={dataUpdatedAt} />
    </section>
  );
}
