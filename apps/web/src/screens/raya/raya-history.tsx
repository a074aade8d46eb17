import { pageCount, PAGE_SIZE } from '@minerx/rules/paging';
import { buttonClass } from '@minerx/ui/button';
import { EmptyState } from '@minerx/ui/empty-state';
import { Paginator } from '@minerx/ui/paginator';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { usePicks } from '../../features/blessing/blessing.api.ts';
import { PickList, PickListWaiting } from '../../features/blessing/history/pick-list.tsx';
import { Raya } from '../../features/blessing/raya.tsx';
import { useTexts } from '../../i18n/texts.ts';
import nothingYet from '../../base/art/empty-history.svg';

/** All picks, eight a page; the page stands in the address, so that back returns to it. */
export function RayaHistoryScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: '/_member/duitraya/history' });
  const query = usePicks(page);
  return (
    <Raya>
      <Page title={t('blessing.history')} backTo="/duitraya">
        <Loaded
          query={query}
          skeleton={<PickListWaiting />}
          isEmpty={({ total }) => total === 0}
          empty={
            <EmptyState
              art={nothingYet}
              hint={t('blessing.empty')}
              action={
                <Link to="/duitraya" className={buttonClass({ size: 'medium', variant: 'secondary' })}>
                  {t('blessing.title')}
                </Link>
              }
            />
          }
        >
          {({ rows, total }) => {
            const pages = pageCount(total, PAGE_SIZE);
            if (page > pages) return <Navigate to="/duitraya/history" search={{ page: pages }} replace />;
            return (
              <>
                <PickList rows={rows} />
                <Paginator
                  page={page}
                  pages={pages}
                  label={t('blessing.pages')}
                  previous={t('blessing.previous')}
                  next={t('blessing.next')}
                  place={t('blessing.page', { page: String(page), count: String(pages) })}
                  onPage={(next) => void navigate({ to: '/duitraya/history', search: { page: next } })}
                />
              </>
            );
          }}
        </Loaded>
      </Page>
    </Raya>
  );
}
