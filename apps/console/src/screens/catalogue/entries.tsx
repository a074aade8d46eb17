import { operatorCatalogue, type CatalogueEntry } from '@minerx/contract/operator/offers/catalogue';
import { useUi } from '@minerx/ui/ui-context';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { Column } from '../../base/list/data-table.tsx';
import { Find } from '../../base/list/filters.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import { actionsQuery } from '../../base/queries.ts';
import { whoOf } from '../../base/record/audit-trail.tsx';
import { Age } from '../../base/time.tsx';
import { kindOf, KINDS } from '../../base/kinds.ts';

const columnsAt = (now: number, rows: readonly CatalogueEntry[]): Column<CatalogueEntry>[] => [
  { head: 'Name', cell: ({ name }) => name },
  ...(rows[0]?.facts ?? []).map(({ label }, place): Column<CatalogueEntry> => ({
    head: label,
    prose: label === 'Now' || label.startsWith('Names'),
    cell: ({ facts }) => facts[place]?.value,
  })),
  {
    head: 'Changed',
    end: true,
    cell: ({ changed }) => (changed === null ? 'Never' : <Age at={changed.at} now={now} />),
  },
  { head: 'By', cell: ({ changed }) => (changed === null ? '–' : whoOf(changed.actor)) },
  { head: 'Why', prose: true, cell: ({ changed }) => changed?.reason },
];

/** Everything of one kind that operators set, with its last change. */
export function EntriesScreen() {
  const { Link } = useUi();
  const kind = kindOf(useParams({ from: '/inside/catalogue/$kind' }).kind);
  const search = useSearch({ from: '/inside/catalogue/$kind' });
  const { data: actions } = useSuspenseQuery(actionsQuery);
  const { title, made } = KINDS[kind];
  return (
    <ListPage
      key={kind}
      title={title}
      call={operatorCatalogue}
      search={search}
      query={{ kind }}
      filters={
        <>
          <Find label="Name or value" name="find" search={search} />
          {made && actions.some(({ name }) => name === made[0]) && (
            <Link to={`/catalogue/${kind}/${kind}.new`}>{made[1]}</Link>
          )}
        </>
      }
      columns={columnsAt}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/catalogue/${kind}/${id}`}
      empty="Nothing of the kind."
    />
  );
}
