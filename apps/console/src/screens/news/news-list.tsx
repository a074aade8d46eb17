import { NEWS_KINDS, operatorNews, type NewsItem, type NewsKind } from '@minerx/contract/operator/news';
import { LANGUAGE_CODES } from '@minerx/rules/wire-language';
import { buttonClass } from '@minerx/ui/button';
import { Chip } from '@minerx/ui/chip';
import { useUi } from '@minerx/ui/ui-context';
import { useSearch } from '@tanstack/react-router';
import type { Column } from '../../base/list/data-table.tsx';
import { States } from '../../base/list/filters.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import { At } from '../../base/time.tsx';
import { KINDS, STATES } from '../../features/news/kinds.ts';

const TITLE: Column<NewsItem> = { head: 'In English', wide: true, cell: ({ title }) => title || 'Nothing yet' };
const LANGUAGES: Column<NewsItem> = {
  head: 'Languages',
  end: true,
  cell: ({ languages }) => `${languages.length} of ${LANGUAGE_CODES.length}`,
};
const STATE: Column<NewsItem> = {
  head: 'State',
  cell: ({ state }) => <Chip tone={STATES[state][0]}>{STATES[state][1]}</Chip>,
};
const UNTIL: Column<NewsItem> = { head: 'Until', end: true, cell: ({ until }) => <At at={until} /> };

const COLUMNS: Readonly<Record<NewsKind, readonly Column<NewsItem>[]>> = {
  announcement: [
    TITLE,
    LANGUAGES,
    { head: 'Comes up', cell: ({ popup }) => (popup ? 'Yes' : 'No') },
    { head: 'From', end: true, cell: ({ from }) => <At at={from} /> },
    UNTIL,
    STATE,
  ],
  banner: [
    TITLE,
    LANGUAGES,
    { head: 'Leads to', cell: ({ link }) => link },
    { head: 'Place', end: true, cell: ({ position }) => position },
    STATE,
  ],
  marquee: [TITLE, LANGUAGES, STATE],
  maintenance: [TITLE, LANGUAGES, UNTIL, STATE],
};

/** What operators tell the members. */
export function NewsListScreen() {
  const search = useSearch({ from: '/inside/news' });
  const { Link } = useUi();
  const kind = NEWS_KINDS.find((each) => each === search['kind']) ?? 'announcement';
  const isOfMany = kind === 'announcement' || kind === 'banner';
  return (
    <ListPage
      title="News"
      call={operatorNews}
      search={search}
      columns={() => COLUMNS[kind]}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/news/${kind}/${id}`}
      empty="Nothing was published yet."
      filters={
        <>
          <States
            label="Kind"
            name="kind"
            options={NEWS_KINDS.map((each) => [each, KINDS[each].names] as const)}
            search={search}
          />
          {isOfMany && (
            <Link to={`/news/${kind}/new`} className={buttonClass({ size: 'medium' })}>
              New
            </Link>
          )}
        </>
      }
    />
  );
}
