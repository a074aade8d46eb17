import { operatorFleet, operatorFleetMachines, type FleetMachine } from '@minerx/contract/operator/fleet';
import { EmptyState } from '@minerx/ui/empty-state';
import { FailedState } from '@minerx/ui/failed-state';
import { Notice } from '@minerx/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { request, sentenceOf } from '../../base/api.ts';
import type { Column } from '../../base/list/data-table.tsx';
import { Find } from '../../base/list/filters.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import { Loading } from '../../base/loading.tsx';
import page from '../../base/page.module.css';
import { Panel } from '../../base/record/record.tsx';
import { Sites } from '../../features/fleet/site-map.tsx';
import { apartText, WORDS } from '../../features/fleet/standings.ts';

const ths = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

const MACHINES: readonly Column<FleetMachine>[] = [
  { head: 'Machine', cell: ({ serial }) => serial },
  { head: 'Site', cell: ({ site }) => site },
  { head: 'Stands', cell: ({ standing }) => WORDS[standing] },
  { head: 'Now, Th/s', end: true, cell: (machine) => ths(machine.now_ths) },
  { head: 'Settled, Th/s', end: true, cell: (machine) => ths(machine.measured_ths) },
  { head: 'The pool saw', end: true, cell: (machine) => ths(machine.pool_ths) },
  { head: 'Apart', end: true, cell: ({ apart_ppm: ppm }) => apartText(ppm) },
  { head: 'Kind', cell: ({ simulated }) => (simulated ? 'Simulated' : 'Real') },
];

/** Sites and machines, measured against the pool: a map, and the same as a list. */
export function FleetScreen() {
  const search = useSearch({ from: '/inside/fleet' });
  return (
    <div className={page.waiting}>
      <h1 className={page.title}>Fleet</h1>
      <FleetMap />
      <ListPage
        sub
        title="Machines, outliers first"
        call={operatorFleetMachines}
        search={search}
        columns={() => MACHINES}
        keyOf={({ serial }) => serial}
        linkTo={({ serial }) => `/devices/${serial}`}
        empty="No machine of the kind."
        filters={<Find label="Site" name="site" search={search} />}
      />
    </div>
  );
}

function FleetMap() {
  const fleet = useQuery({ queryKey: ['fleet'], queryFn: () => request(operatorFleet), refetchInterval: 60_000 });
  const { data } = fleet;
  if (fleet.isPending) return <Loading heights={['20rem']} />;
  if (data === undefined)
    return <FailedState text={sentenceOf(fleet.error)} busy={fleet.isFetching} onRetry={() => void fleet.refetch()} />;
  const { day, band_ppm: band, sites, site_count: count } = data;
  return (
    <Panel title="Map" aside={count > sites.length && `${sites.length} of ${count} sites`}>
      <div className={page.waiting}>
        {fleet.isError && <Notice role="status">{`Old values. ${sentenceOf(fleet.error)}`}</Notice>}
        <p className={page.said}>
          {day === null ? 'No day is settled yet.' : `Settled: ${day}.`} A square is a machine, outliers first: one that
          does not answer, that the pool did not see, or that is more than {apartText(band)} apart from it.
        </p>
        {count === 0 ? <EmptyState text="No machine is registered." /> : <Sites sites={sites} />}
      </div>
    </Panel>
  );
}
