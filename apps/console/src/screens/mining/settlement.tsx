import type { ResultOf } from '@minerx/contract/call';
import { operatorSettlement, type OutlyingMachine } from '@minerx/contract/operator/settlement';
import { Chip } from '@minerx/ui/chip';
import { Fact, Facts } from '@minerx/ui/facts';
import { useParams } from '@tanstack/react-router';
import { Amount } from '../../base/amount.tsx';
import { DataTable, type Column } from '../../base/list/data-table.tsx';
import page from '../../base/page.module.css';
import { Columns, Heading, Panel, RecordPage } from '../../base/record/record.tsx';
import { Age, At } from '../../base/time.tsx';
import { DayDecisions } from '../../features/settlement/day-decisions.tsx';
import { DayState } from '../../features/settlement/day-state.tsx';
import { Proposals } from '../../features/waiting/proposals.tsx';

type Shown = ResultOf<typeof operatorSettlement>;

const percent = (ppm: number | null): string => (ppm === null ? '–' : `${ppm / 10_000} %`);
const PETA = 10n ** 15n;
const exahashes = (hashes: string): string => (Number(BigInt(hashes) / PETA) / 1000).toFixed(3);

const MACHINES: readonly Column<OutlyingMachine>[] = [
  { head: 'Machine', cell: ({ serial }) => serial },
  { head: 'Measured, EH', end: true, cell: ({ measured }) => exahashes(measured) },
  { head: 'Filled by the pool', end: true, cell: ({ filled }) => exahashes(filled) },
  { head: 'Cut by the pool', end: true, cell: ({ cut }) => exahashes(cut) },
  { head: 'The pool saw', end: true, cell: ({ pool }) => (pool === null ? 'Nothing' : exahashes(pool)) },
];

/** One UTC day: how it was or will be settled, and where machines and pool differ. */
export function SettlementScreen() {
  const { day } = useParams({ from: '/inside/settlements/$day' });
  return (
    <RecordPage call={operatorSettlement} query={{ day }} back={{ to: '/settlements', label: 'Settlement' }}>
      {(record, now) => <Day record={record} now={now} />}
    </RecordPage>
  );
}

function Day({ record, now }: { record: Shown; now: number }) {
  const { day, since, state, simulated } = record.day;
  return (
    <>
      <Heading
        title={day}
        chips={
          <>
            <DayState state={state} />
            {simulated && <Chip tone="plain">Simulated</Chip>}
          </>
        }
      >
        {since !== null && (
          <>
            In this state for <Age at={since} now={now} />
          </>
        )}
      </Heading>
      <Columns
        main={
          <>
            {record.proposals.length > 0 && <Proposals proposals={record.proposals} now={now} />}
            <Money record={record} />
            <Machines record={record} />
          </>
        }
        audit={record.audit}
        proposed={record.proposals.length > 0}
        side={<DayDecisions day={record.day} unseen={record.unseen_devices} />}
      />
    </>
  );
}

function Money({ record }: { record: Shown }) {
  const { payouts, formula, credited, corrected, rest, alarm, pool_fee_ppm: fee, band_ppm: band } = record;
  return (
    <Panel title="Money">
      <Facts small quiet>
        {payouts.length === 0 && <Fact label="The pool paid">Not known yet</Fact>}
        {payouts.map(({ amount, source, reason, recorded_at: at }) => (
          <Fact
            key={at}
            label={
              <>
                The pool paid (<At at={at} />)
              </>
            }
            note={reason === null ? source : `${source}: ${reason}`}
          >
            <Amount value={amount} wallet="BTC" />
          </Fact>
        ))}
        <Fact
          label="By the formula, the whole fleet"
          note={`pool fee ${percent(fee)}, machines believed up to ${percent(band)} above the pool`}
        >
          <Amount value={formula} wallet="BTC" />
        </Fact>
        {alarm !== null && (
          <Fact label="Told to be far apart" note="formula and payout of then">
            <Amount value={alarm.formula} wallet="BTC" bare /> and <Amount value={alarm.payout} wallet="BTC" />
          </Fact>
        )}
        <Fact label="Credited to members">
          <Amount value={credited} wallet="BTC" />
        </Fact>
        <Fact label="Of it corrections">
          <Amount value={corrected} wallet="BTC" />
        </Fact>
        {rest !== null && (
          <Fact label={rest.startsWith('-') ? 'Missing in mining' : 'Stays with mining'}>
            <Amount value={rest.replace('-', '')} wallet="BTC" />
          </Fact>
        )}
        <Fact label="Price of BTC" note={record.price_source ?? undefined}>
          {record.day.price === null ? '–' : <Amount value={record.day.price} wallet="USD" />}
        </Fact>
      </Facts>
    </Panel>
  );
}

function Machines({ record: { machines, machine_count: count } }: { record: Shown }) {
  return (
    <Panel
      title="Machines that the pool filled or cut"
      aside={count > machines.length && `${machines.length} of ${count}`}
    >
      {count === 0 ? (
        <p className={page.said}>None.</p>
      ) : (
        <DataTable
          label="Machines that the pool filled or cut"
          rows={machines}
          keyOf={({ serial }) => serial}
          columns={MACHINES}
        />
      )}
    </Panel>
  );
}
