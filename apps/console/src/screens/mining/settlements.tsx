import { operatorSettlements, type OperatorDay } from '@minerx/contract/operator/settlement';
import { Chip } from '@minerx/ui/chip';
import { useSearch } from '@tanstack/react-router';
import { Amount } from '../../base/amount.tsx';
import type { Column } from '../../base/list/data-table.tsx';
import { States } from '../../base/list/filters.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import { Age } from '../../base/time.tsx';
import { DayNext, DayState } from '../../features/settlement/day-state.tsx';

const LISTS = [
  ['all', 'All'],
  ['open', 'Not settled'],
  ['corrected', 'Corrected'],
  ['far', 'Formula far from payout'],
] as const;

const orDash = (value: string | null, wallet: string) =>
  value === null ? '–' : <Amount value={value} wallet={wallet} bare />;

const columnsAt = (now: number): Column<OperatorDay>[] => [
  { head: 'Day', cell: ({ day }) => day },
  { head: 'State', cell: ({ state }) => <DayState state={state} /> },
  { head: 'Since', end: true, cell: ({ since }) => (since === null ? '–' : <Age at={since} now={now} />) },
  { head: 'Pool paid, BTC', end: true, cell: ({ paid }) => orDash(paid, 'BTC') },
  { head: 'By formula, BTC', end: true, cell: ({ formula }) => orDash(formula, 'BTC') },
  { head: 'BTC, USD', end: true, cell: ({ price }) => orDash(price, 'USD') },
  { head: 'Not told of', end: true, cell: ({ open_devices: open }) => open },
  { head: 'Filled or cut', end: true, cell: ({ outliers }) => outliers ?? '–' },
  { head: 'Corrected, BTC', end: true, cell: ({ corrected }) => orDash(corrected === '0' ? null : corrected, 'BTC') },
  {
    head: 'Kind',
    cell: ({ simulated, state }) =>
      state === 'waiting' ? '–' : simulated ? <Chip tone="plain">Simulated</Chip> : 'Real',
  },
  { head: 'Next', cell: ({ next }) => <DayNext next={next} /> },
];

/** UTC days, newest first: what is settled, what is provisional, and since when. */
export function SettlementsScreen() {
  const search = useSearch({ from: '/inside/settlements' });
  return (
    <ListPage
      title="Settlement"
      call={operatorSettlements}
      search={search}
      columns={columnsAt}
      keyOf={({ day }) => day}
      linkTo={({ day }) => `/settlements/${day}`}
      empty={search.state === undefined ? 'No day has been settled yet.' : 'No day of the kind.'}
      filters={<States label="State" name="state" options={LISTS} search={search} />}
    />
  );
}
