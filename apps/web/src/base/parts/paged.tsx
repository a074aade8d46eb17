import { pageCount, PAGE_SIZE } from '@minerx/rules/paging';
import { EmptyState } from '@minerx/ui/empty-state';
import { Paginator } from '@minerx/ui/paginator';
import type { UseQueryResult } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { Loaded } from '../query.tsx';

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

interface PagedProps<Row> {
  query: UseQueryResult<{ rows: readonly Row[]; total: number }>;
  skeleton: ReactNode;
  empty: ReactNode;
  /** What one does next: the way on under a page of few rows. */
  next?: { art: string; action: ReactNode };
  /** Names the list. */
  label: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list whose page stands in the address, so that back returns to it. */
export function Paged<Row>({ query, skeleton, empty, next, label, children }: PagedProps<Row>) {
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
            {next && total <= FEW && <EmptyState art={next.art} text={t('common.endOfList')} action={next.action} />}
          </>
        );
      }}
    </Loaded>
  );
}
