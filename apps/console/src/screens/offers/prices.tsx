import { operatorPrices, type OperatorPrice } from '@minerx/contract/operator/offers/price';
import { useSearch } from '@tanstack/react-router';
import type { Column } from '../../base/list/data-table.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import { whoOf } from '../../base/record/audit-trail.tsx';
import { Age } from '../../base/time.tsx';
import { KINDS } from '../../features/price/kinds.ts';

const columnsAt = (now: number): Column<OperatorPrice>[] => [
  { head: 'Of', cell: ({ of }) => of },
  { head: 'What', cell: ({ kind }) => KINDS[kind] },
  { head: 'Now', end: true, cell: ({ value }) => value },
  { head: 'In', cell: ({ unit }) => unit },
  { head: 'Before', end: true, cell: ({ changed }) => changed?.before ?? '–' },
  {
    head: 'Changed',
    end: true,
    cell: ({ changed }) => (changed === null ? 'Never' : <Age at={changed.at} now={now} />),
  },
  { head: 'By', cell: ({ changed }) => (changed === null ? '–' : whoOf(changed.actor)) },
  { head: 'Why', prose: true, cell: ({ changed }) => changed?.reason },
];

/** Every price and fee that operators set, with its last change. */
export function PricesScreen() {
  const search = useSearch({ from: '/inside/prices' });
  return (
    <ListPage
      title="Prices and fees"
      call={operatorPrices}
      search={search}
      columns={columnsAt}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/prices/${encodeURIComponent(id)}`}
      empty="None."
    />
  );
}
