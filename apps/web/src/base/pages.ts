import { isLastPage, PAGE_SIZE } from '@minerx/rules/paging';
import { useInfiniteQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';

/** One page as the server gives it. */
interface LoadedPage<Row> {
  rows: readonly Row[];
  total: number;
}

/** All pages so far as one list. */
interface ShownPages<Row, Page> {
  first: Page;
  rows: readonly Row[];
  total: number;
}

export interface GrowingList<Shown> {
  /** For `Loaded`; a next page that failed does not make the shown ones old. */
  query: UseQueryResult<Shown>;
  /** For `InfiniteEnd`. */
  end: 'more' | 'loading' | 'failed' | 'end';
  more: () => void;
}

export type Pages<Row, Page extends LoadedPage<Row> = LoadedPage<Row>> = GrowingList<ShownPages<Row, Page>>;

/** Each row once, though a page moved on while the next was asked for. */
function uniqueRows<Row>(pages: readonly LoadedPage<Row>[], keyOf: (row: Row) => string): Row[] {
  const rows = new Map<string, Row>();
  for (const page of pages) for (const row of page.rows) rows.set(keyOf(row), row);
  return [...rows.values()];
}

/** A list that grows by pages of eight and ends with the first page that is not full, or that reaches the total. */
export function usePages<Row, Page extends LoadedPage<Row>>(options: {
  key: QueryKey;
  /** `last`: the last row of the page before, for lists that go on behind it. */
  load: (page: number, signal: AbortSignal, last?: Row) => Promise<Page>;
  keyOf: (row: Row) => string;
}): Pages<Row, Page> {
  const { load, keyOf } = options;
  const query = useInfiniteQuery({
    queryKey: options.key,
    queryFn: ({ pageParam: { page, last }, signal }) => load(page, signal, last),
    initialPageParam: { page: 1 } as { page: number; last?: Row | undefined },
    getNextPageParam: ({ rows, total }: Page, _, { page }) =>
      isLastPage(rows.length, PAGE_SIZE) || page * PAGE_SIZE >= total
        ? undefined
        : { page: page + 1, last: rows.at(-1) },
    select: ({ pages }): ShownPages<Row, Page> => ({
      first: pages[0]!,
      rows: uniqueRows(pages, keyOf),
      total: pages.at(-1)!.total,
    }),
    // The rows of one list never stand in for another's.
    placeholderData: undefined,
  });
  return growing<ShownPages<Row, Page>>(query);
}

/** What a query of pages says of itself. */
interface Growing {
  isError: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** A query of pages as a list that grows. */
export const growing = <Shown>(query: Growing): GrowingList<Shown> => ({
  query: { ...query, isError: query.isError && !query.isFetchNextPageError } as unknown as UseQueryResult<Shown>,
  end: query.isFetchingNextPage
    ? 'loading'
    : query.isFetchNextPageError
      ? 'failed'
      : query.hasNextPage
        ? 'more'
        : 'end',
  more: () => void query.fetchNextPage(),
});
