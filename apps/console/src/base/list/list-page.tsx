import type { Call } from '@minerx/contract/call';
import { LIST_FILES } from '@minerx/contract/operator/list';
import { Button, buttonClass } from '@minerx/ui/button';
import { EmptyState } from '@minerx/ui/empty-state';
import { FailedState } from '@minerx/ui/failed-state';
import { Notice } from '@minerx/ui/notice';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { request, sentenceOf } from '../api.ts';
import { At } from '../time.tsx';
import { Loading } from '../loading.tsx';
import { DataTable, type Column } from './data-table.tsx';
import styles from './list-page.module.css';

/**
 * `searched_to`: of a search, which looks at so many rows at a time, when the last one was written that it looked at, where older ones are left.
 * `left_out`: of a search, which finds a page at most, that there are more.
 */
interface Page<Row> {
  rows: Row[];
  next: string | null;
  searched_to?: string | null;
  left_out?: boolean;
}

/** A call that answers with a page of rows. */
type ListCall<Row> = Call & { result: { _zod: { output: Page<Row> } } };

interface ListPageProps<Row> {
  title: string;
  call: ListCall<Row>;
  /** What the address says: filters, and where the page begins. */
  search: Readonly<Record<string, string>>;
  /** Stands inside of a page of something: its title is the second. */
  sub?: boolean;
  /** What is asked beside what the address says. */
  query?: Readonly<Record<string, string>>;
  /** Beside the title. */
  filters?: ReactNode;
  /** @param rows what came: at least one */
  columns: (now: number, rows: readonly Row[]) => readonly Column<Row>[];
  keyOf: (row: Row) => string;
  linkTo?: (row: Row) => string;
  /** What a true nothing means here. */
  empty: string;
}

/** Which part of a page is open is nothing that the server is asked. */
const withoutTab = (search: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'tab'));

/** Where all of the list is, from its first page on. */
function fileOf(path: string, asked: Record<string, string>): string {
  const filter = new URLSearchParams(asked);
  filter.delete('after');
  const list = path.replace('operator/', '');
  return `/api/operator/list-file?${new URLSearchParams({ list, ...(filter.size > 0 && { asked: filter.toString() }) })}`;
}

/** So often a search that found nothing yet goes on by itself. */
const TURNS = 20;

async function askPage<Row>(
  call: ListCall<Row>,
  asked: Record<string, string>,
  signal: AbortSignal,
): Promise<Page<Row>> {
  const ask = (query: Record<string, string>) => request(call, { query } as never) as Promise<Page<Row>>;
  let page = await ask(asked);
  for (let turn = 1; turn < TURNS && page.rows.length === 0 && page.next !== null && !signal.aborted; turn += 1)
    page = await ask({ ...asked, after: page.next });
  return page;
}

const FIRST_ROWS = Array.from({ length: 8 }, () => '2.25rem');
const clock = (at: number): string => new Date(at).toISOString().slice(11, 19);

/** A list page by page. What it shows stands in the address; rows never move by themselves. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, sub = false, call, search, query, filters, empty } = props;
  const asked = withoutTab({ ...search, ...query });
  const list = useQuery({
    queryKey: ['list', call.path, asked],
    queryFn: ({ signal }) => askPage(call, asked, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles.page}>
      <header className={styles.head}>
        {sub ? <h2>{title}</h2> : <h1>{title}</h1>}
        {list.dataUpdatedAt > 0 && (
          <p className={styles.fresh}>
            As of <span className="figure">{clock(list.dataUpdatedAt)}</span> UTC
          </p>
        )}
        <Button variant="quiet" size="medium" busy={list.isFetching} onClick={() => void list.refetch()}>
          Refresh
        </Button>
        {LIST_FILES.some((list) => call.path === `operator/${list}`) && (
          <a className={buttonClass({ variant: 'quiet', size: 'medium' })} href={fileOf(call.path, asked)} download>
            Save as CSV
          </a>
        )}
      </header>
      {filters && <div className="line-3 apart wraps">{filters}</div>}
      <div
        aria-busy={list.isPlaceholderData || undefined}
        className={list.isPlaceholderData ? styles.stale : undefined}
      >
        {list.isPending ? (
          <Loading heights={FIRST_ROWS} />
        ) : list.data === undefined ? (
          <FailedState text={sentenceOf(list.error)} busy={list.isFetching} onRetry={() => void list.refetch()} />
        ) : (
          <>
            {list.isError && <Notice role="status">{`Old values. ${sentenceOf(list.error)}`}</Notice>}
            <Rows {...props} data={list.data} now={list.dataUpdatedAt} empty={empty} />
          </>
        )}
      </div>
    </section>
  );
}

interface RowsProps<Row> extends ListPageProps<Row> {
  data: Page<Row>;
  now: number;
}

function Rows<Row>({ title, search, columns, keyOf, linkTo, data, now, empty }: RowsProps<Row>) {
  const { searched_to: searchedTo = null } = data;
  return (
    <>
      {data.rows.length === 0 ? (
        <EmptyState text={searchedTo === null ? empty : 'Nothing was found so far.'} />
      ) : (
        <DataTable label={title} columns={columns(now, data.rows)} rows={data.rows} keyOf={keyOf} linkTo={linkTo} />
      )}
      {data.left_out === true && (
        <p role="status" className={styles.fresh}>
          More are found than stand here. Type more of what you look for.
        </p>
      )}
      {searchedTo !== null && (
        <p role="status" className={styles.fresh}>
          Searched back to <At at={searchedTo} />. Older rows are left.
        </p>
      )}
      <Pages search={search} next={data.next} onward={searchedTo === null ? 'Next page' : 'Search further back'} />
    </>
  );
}

interface PagesProps {
  search: Readonly<Record<string, string>>;
  next: string | null;
  onward?: string;
}

/** The way on through a list, and back to its beginning; nothing where one page is all. */
export function Pages({ search, next, onward = 'Next page' }: PagesProps) {
  const { after: begun, ...first } = search;
  if (begun === undefined && next === null) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      {begun !== undefined && (
        <Link to="." search={first as never} className={buttonClass({ variant: 'secondary', size: 'medium' })}>
          First page
        </Link>
      )}
      {next !== null && (
        <Link
          to="."
          search={{ ...first, after: next } as never}
          className={buttonClass({ variant: 'secondary', size: 'medium' })}
        >
          {onward}
        </Link>
      )}
    </nav>
  );
}
