import { operatorTranslations, type AppText } from '@minerx/contract/operator/translation';
import { useSearch } from '@tanstack/react-router';
import type { Column } from '../../base/list/data-table.tsx';
import { Find, States } from '../../base/list/filters.tsx';
import { ListPage } from '../../base/list/list-page.tsx';

const LISTS = [
  ['all', 'All'],
  ['own', 'With own words'],
  ['specified', 'Shown otherwise than specified'],
] as const;

const COLUMNS: readonly Column<AppText>[] = [
  { head: 'Key', cell: ({ key }) => key },
  { head: 'In English', prose: true, cell: ({ english }) => english },
  { head: 'Own words in', cell: ({ own }) => own.join(', ') },
];

/** Texts of the app, by key or by words. */
export function TranslationsScreen() {
  const search = useSearch({ from: '/inside/translations' });
  return (
    <ListPage
      title="Texts of the app"
      call={operatorTranslations}
      search={search}
      columns={() => COLUMNS}
      keyOf={({ key }) => key}
      linkTo={({ key }) => `/translations/${key}`}
      empty="No such text."
      filters={
        <>
          <States label="Texts" name="state" options={LISTS} search={search} />
          <Find label="Key, or words in any language" name="search" search={search} />
        </>
      }
    />
  );
}
