import { operatorFulfilments, type OperatorFulfilment } from '@minerx/contract/operator/fulfilment';
import { useSearch } from '@tanstack/react-router';
import { Amount } from '../../base/amount.tsx';
import type { Column } from '../../base/list/data-table.tsx';
import { States } from '../../base/list/filters.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import { whoOf } from '../../base/record/audit-trail.tsx';
import { Age } from '../../base/time.tsx';

const LISTS = [
  ['waits', 'To hand over'],
  ['done', 'Handed over'],
] as const;

const columnsAt = (now: number): Column<OperatorFulfilment>[] => [
  { head: 'Prize', cell: ({ prize }) => prize },
  { head: 'Worth', end: true, cell: ({ amount }) => <Amount value={amount} wallet="USD" /> },
  { head: 'Member', cell: ({ username }) => username },
  { head: 'Picked', end: true, cell: ({ picked_at: at }) => <Age at={at} now={now} /> },
  { head: 'Handed over', end: true, cell: ({ done_at: at }) => (at === null ? '–' : <Age at={at} now={now} />) },
  { head: 'By', cell: ({ done_by: who }) => (who === null ? '–' : whoOf(who)) },
  { head: 'Note', wide: true, cell: ({ note }) => note ?? '' },
];

/** Prizes of Raya Blessings that people hand over, the longest waiting first. */
export function FulfilmentsScreen() {
  const search = useSearch({ from: '/inside/prizes-to-hand-over' });
  return (
    <ListPage
      title="Prizes to hand over"
      call={operatorFulfilments}
      search={search}
      columns={columnsAt}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/prizes-to-hand-over/${id}`}
      empty={search.state === 'done' ? 'None was handed over yet.' : 'Nothing waits.'}
      filters={<States label="State" name="state" options={LISTS} search={search} />}
    />
  );
}
