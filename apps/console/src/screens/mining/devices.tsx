import { operatorDevices, type OperatorDevice } from '@minerx/contract/operator/device';
import { Chip } from '@minerx/ui/chip';
import { buttonClass } from '@minerx/ui/button';
import { Link, useSearch } from '@tanstack/react-router';
import type { Column } from '../../base/list/data-table.tsx';
import { Find, States } from '../../base/list/filters.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import { useMay } from '../../base/queries.ts';
import { Age } from '../../base/time.tsx';
import { DeviceState } from '../../features/device/device-state.tsx';

const LISTS = [
  ['all', 'All'],
  ['silent', 'No answer'],
  ['free', 'Free'],
] as const;

const columnsAt = (now: number): Column<OperatorDevice>[] => [
  { head: 'Serial', cell: ({ serial }) => serial },
  { head: 'Line', cell: ({ line }) => line },
  { head: 'Address', wide: true, cell: ({ address }) => address },
  { head: 'Kind', cell: ({ simulated }) => (simulated ? <Chip tone="plain">Simulated</Chip> : 'Real') },
  { head: 'State', cell: (device) => <DeviceState device={device} /> },
  { head: 'Th/s', end: true, cell: ({ connected, hashrate_ths: ths }) => (connected ? ths.toFixed(2) : '–') },
  { head: 'Order', cell: ({ free }) => (free ? 'Free' : 'Taken') },
  { head: 'Asked', end: true, cell: ({ asked_at: at }) => (at === null ? 'Never' : <Age at={at} now={now} />) },
];

/** Miners by serial, with what was last heard of them. */
export function DevicesScreen() {
  const search = useSearch({ from: '/inside/devices' });
  const mayRegister = useMay('device register');
  return (
    <ListPage
      title="Devices"
      call={operatorDevices}
      search={search}
      columns={columnsAt}
      keyOf={({ serial }) => serial}
      linkTo={({ serial }) => `/devices/${serial}`}
      empty="No miner of the kind."
      filters={
        <>
          <States label="State" name="state" options={LISTS} search={search} />
          <Find label="From this serial on" name="serial" search={search} />
          {mayRegister && (
            <Link to="/devices/register" className={buttonClass({ variant: 'secondary', size: 'medium' })}>
              Register
            </Link>
          )}
        </>
      }
    />
  );
}
