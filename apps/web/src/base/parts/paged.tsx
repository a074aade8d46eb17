import { pageCount, PAGE_SIZE } from '@minerx/rules/paging';
import { Paginator } from '@minerx/ui/paginator';
import type { UseQueryResult } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { Loaded } from '../query.tsx';
import styles from './paged.module.css';

/** So many rows leave half of a phone empty. */
const FEW = 3;

interface PagesProps {
  page: number;
  /** Rows of all pages. */
  total: number;
  /** Names the list. */
  label: string;
  onPage: (page: number) => void;
}

/** Goes through a list, eight rows a page. */
export function Pages({ total, page, ...names }: PagesProps) {
  const { t } = useTexts();
  const pages = pageCount(total, PAGE_SIZE);
  return (
    <Paginator
      {...names}
      page={page}
      pages={pages}
      previous={t('common.previous')}
      next={t('common.next')}
      place={t('common.page', { page: String(page), count: String(pages) })}
    />
  );
}

/** The page that stands in the address. */
export const usePage = (): number => useSearch({ strict: false }).page ?? 1;

/** A page of a list, or the row that somebody came for; nothing is asked where nobody did. */
export type Asked = { readonly page: number } | { readonly id: string | undefined };

/** For the query of a list: what it is known by, whether it is asked at all, and its body. */
export const askedOf = (asked: Asked) => ({
  key: 'page' in asked ? asked.page : `id ${asked.id}`,
  enabled: 'page' in asked || asked.id !== undefined,
  body: { pageSize: PAGE_SIZE, ...asked },
});

/** The row that the address names. */
export const useSought = (): Asked & { id: string | undefined } => ({ id: useSearch({ strict: false }).id });

interface SoughtProps<Row> {
  rows: readonly Row[] | undefined;
  children: (rows: readonly Row[]) => ReactNode;
}

/** What somebody came for, marked above its list: whoever opens what a movement came from need not search for it. */
export function Sought<Row>({ rows, children }: SoughtProps<Row>) {
  const { t } = useTexts();
  const { id } = useSought();
  if (id === undefined || rows === undefined || rows.length === 0) return null;
  return (
    <section className={styles.sought} aria-label={t('common.sought')}>
      <p className={styles.from}>{t('common.sought')}</p>
      {children(rows)}
    </section>
  );
}

interface PagedProps<Row> {
  query: UseQueryResult<{ rows: readonly Row[]; total: number }>;
  skeleton: ReactNode;
  empty: ReactNode;
  /** What one does next: the way on under a page of few rows. */
  onward?: ReactNode;
  /** Names the list. */
  label: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list whose page stands in the address, so that back returns to it. */
export function Paged<Row>({ query, skeleton, empty, onward, label, children }: PagedProps<Row>) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const page = usePage();
  return (
    <Loaded query={query} skeleton={skeleton} isEmpty={({ total }) => total === 0} empty={empty}>
      {({ rows, total }) => {
        const pages = pageCount(total, PAGE_SIZE);
        // Gone meanwhile, or typed: the last page stands in for one that is not there.
        if (page > pages) return <Navigate to="." search={{ page: pages }} replace />;
        return (
          <>
            {children(rows)}
            <Pages
              page={page}
              total={total}
              label={label}
              onPage={(to) => void navigate({ to: '.', search: { page: to } })}
            />
            {page === pages && (
              <div className={styles.onward}>
                <p>{t('common.endOfList')}</p>
                {total <= FEW && onward}
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
