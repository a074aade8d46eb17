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
import { Loading } from '../loading.tsx';
import { DataTable, type Column } from './data-table.tsx';
import styles from './list-page.module.css';

/** A call that answers with a page of rows. */
type ListCall<Row> = Call & { result: { _zod: { output: { rows: Row[]; next: string | null } } } };

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

const FIRST_ROWS = Array.from({ length: 8 }, () => '2.25rem');
const clock = (at: number): string => new Date(at).toISOString().slice(11, 19);

/** A list page by page. What it shows stands in the address; rows never move by themselves. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, sub = false, call, search, query, filters, empty } = props;
  const asked = withoutTab({ ...search, ...query });
  const list = useQuery({
    queryKey: ['list', call.path, asked],
    queryFn: () => request(call, { query: asked } as never),
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
  data: { rows: Row[]; next: string | null };
  now: number;
}

function Rows<Row>({ title, search, columns, keyOf, linkTo, data, now, empty }: RowsProps<Row>) {
  const { after: begun, ...first } = search;
  return (
    <>
      {data.rows.length === 0 ? (
        <EmptyState text={empty} />
      ) : (
        <DataTable label={title} columns={columns(now, data.rows)} rows={data.rows} keyOf={keyOf} linkTo={linkTo} />
      )}
      {(begun !== undefined || data.next !== null) && (
        <nav className={styles.pages} aria-label="Pages">
          {begun !== undefined && (
            <Link to="." search={first as never} className={buttonClass({ variant: 'secondary', size: 'medium' })}>
              First page
            </Link>
          )}
          {data.next !== null && (
            <Link
              to="."
              search={{ ...first, after: data.next } as never}
              className={buttonClass({ variant: 'secondary', size: 'medium' })}
            >
              Next page
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
