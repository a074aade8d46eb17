import type { ResultOf } from '@minerx/contract/call';
import { operatorDevice } from '@minerx/contract/operator/device';
import { Chip } from '@minerx/ui/chip';
import { Fact, Facts } from '@minerx/ui/facts';
import { useUi } from '@minerx/ui/ui-context';
import { useParams } from '@tanstack/react-router';
import { DataTable } from '../../base/list/data-table.tsx';
import page from '../../base/page.module.css';
import { Columns, Heading, Panel, RecordPage } from '../../base/record/record.tsx';
import { Age, At } from '../../base/time.tsx';
import { DeviceDecisions } from '../../features/device/device-decisions.tsx';
import { DeviceState } from '../../features/device/device-state.tsx';
import { apartText } from '../../features/fleet/standings.ts';

type Shown = ResultOf<typeof operatorDevice>;

const orAge = (at: string | null, now: number) => (at === null ? 'Never' : <Age at={at} now={now} />);

/** One miner: where it stands, how it does, who has it. */
export function DeviceScreen() {
  const { serial } = useParams({ from: '/inside/devices/$serial' });
  return (
    <RecordPage call={operatorDevice} query={{ serial }} back={{ to: '/devices', label: 'Devices' }}>
      {(record, now) => <Device record={record} now={now} />}
    </RecordPage>
  );
}

function Device({ record, now }: { record: Shown; now: number }) {
  const { device, retired_at: retired, changed_at: changed } = record;
  return (
    <>
      <Heading
        title={device.serial}
        chips={
          <>
            {retired === null ? <DeviceState device={device} /> : <Chip tone="plain">Out of service</Chip>}
            {device.simulated && <Chip tone="plain">Simulated</Chip>}
          </>
        }
      >
        {device.line.toUpperCase()} at {device.address}, site {record.site}
        {changed !== null && (
          <>
            , in this state for <Age at={changed} now={now} />
          </>
        )}
      </Heading>
      <Columns
        main={
          <>
            <Health record={record} now={now} />
            <Holders record={record} />
            <Days record={record} />
          </>
        }
        audit={record.audit}
        side={<DeviceDecisions device={device} isRetired={retired !== null} />}
      />
    </>
  );
}

function Health({ record, now }: { record: Shown; now: number }) {
  const { device, in_stock: inStock, mac, machine_serial: machine, pool_worker: worker } = record;
  return (
    <Panel title="Machine">
      <Facts small quiet>
        <Fact label="Does now">
          {device.connected ? `${device.hashrate_ths.toFixed(2)} Th/s` : 'Nothing that we hear of'}
        </Fact>
        <Fact label="Built for">{record.rated_ths} Th/s</Fact>
        <Fact label="Asked">{orAge(device.asked_at, now)}</Fact>
        <Fact label="The pool saw it">{orAge(record.pool_seen_at, now)}</Fact>
        {device.exchanged_at !== null && <Fact label="Another machine since">{orAge(device.exchanged_at, now)}</Fact>}
        <Fact label="Stock">{inStock ? 'Counts' : 'Does not count until it has answered and the pool saw it'}</Fact>
        <Fact label="Says of itself">
          {[mac, machine, worker].filter((each) => each !== null).join(', ') || 'Nothing'}
        </Fact>
        <Fact label="Registered">
          <At at={record.registered_at} />
        </Fact>
        {record.retired_at !== null && (
          <Fact label="Out of service since">
            <At at={record.retired_at} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function Holders({ record: { holders } }: { record: Shown }) {
  const { Link } = useUi();
  return (
    <Panel title="Orders that have it">
      {holders.length === 0 ? (
        <p className={page.said}>None. It is free.</p>
      ) : (
        <DataTable
          label="Orders that have it"
          rows={holders}
          keyOf={({ order }) => order}
          columns={[
            { head: 'Order', cell: ({ order }) => order },
            {
              head: 'Member',
              cell: ({ username, member_id: id }) => <Link to={`/members/${id}?tab=orders`}>{username}</Link>,
            },
            { head: 'Share', end: true, cell: ({ share_tenths: share }) => `${share} of 10` },
            { head: 'Since', cell: ({ since }) => <At at={since} /> },
          ]}
        />
      )}
    </Panel>
  );
}

function Days({ record: { days } }: { record: Shown }) {
  if (days.length === 0) return null;
  return (
    <Panel title="Settled days">
      <DataTable
        label="Settled days"
        rows={days}
        keyOf={({ day }) => day}
        columns={[
          { head: 'Day', cell: ({ day }) => day },
          { head: 'Measured, Th/s', end: true, cell: ({ measured_ths: ths }) => ths.toFixed(2) },
          { head: 'The pool saw', end: true, cell: ({ pool_ths: ths }) => (ths === null ? 'Nothing' : ths.toFixed(2)) },
          { head: 'Apart', end: true, cell: ({ apart_ppm: ppm }) => apartText(ppm) },
        ]}
      />
    </Panel>
  );
}
