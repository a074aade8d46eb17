import { operatorPrizeVersions, type PrizeVersion } from '@minerx/contract/operator/offers/prize';
import { useSearch } from '@tanstack/react-router';
import { Amount } from '../../base/amount.tsx';
import type { Column } from '../../base/list/data-table.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import { daysOf, nameOf, VersionState } from '../../features/prize/version-state.tsx';

const COLUMNS: readonly Column<PrizeVersion>[] = [
  { head: 'Version', cell: nameOf },
  { head: 'State', cell: ({ state }) => <VersionState state={state} /> },
  { head: 'Days', cell: daysOf },
  { head: 'Prizes', end: true, cell: ({ lines }) => lines },
  {
    head: 'A pick is worth',
    end: true,
    cell: ({ expected_value: value }) => (value === null ? '–' : <Amount value={value} wallet="USD" />),
  },
];

/** Versions of the prize table of Raya Blessings, each with the days that are committed to it. */
export function PrizeVersionsScreen() {
  const search = useSearch({ from: '/inside/raya-prizes' });
  return (
    <ListPage
      title="Raya prizes"
      call={operatorPrizeVersions}
      search={search}
      columns={() => COLUMNS}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/raya-prizes/${id}`}
      empty="There are no prizes."
    />
  );
}
