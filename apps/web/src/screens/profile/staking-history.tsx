import { pageCount, PAGE_SIZE } from '@minerx/rules/paging';
import { buttonClass } from '@minerx/ui/button';
import { EmptyState } from '@minerx/ui/empty-state';
import { Paginator } from '@minerx/ui/paginator';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { StakeList, StakeListWaiting } from '../../features/staking/stake-list.tsx';
import { useStakes } from '../../features/staking/staking.api.ts';
import { useTexts } from '../../i18n/texts.ts';
import nothingYet from '../../base/art/empty-history.svg';

/** All staking orders, eight a page; the page stands in the address, so that back returns to it. */
export function StakingHistoryScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: '/_member/profile/staking/history' });
  const query = useStakes(page);
  return (
    <Page title={t('staking.history')} backTo="/profile/staking">
      <Loaded
        query={query}
        skeleton={<StakeListWaiting />}
        isEmpty={({ total }) => total === 0}
        empty={
          <EmptyState
            art={nothingYet}
            hint={t('staking.history.empty')}
            action={
              <Link to="/profile/staking" className={buttonClass({ size: 'medium', variant: 'secondary' })}>
                {t('staking.title')}
              </Link>
            }
          />
        }
      >
        {({ rows, total }) => {
          const pages = pageCount(total, PAGE_SIZE);
          if (page > pages) return <Navigate to="/profile/staking/history" search={{ page: pages }} replace />;
          return (
            <>
              <StakeList rows={rows} />
              <Paginator
                page={page}
                pages={pages}
                label={t('staking.pages')}
                previous={t('announcement.previous')}
                next={t('announcement.next')}
                place={t('announcement.page', { page: String(page), count: String(pages) })}
                onPage={(next) => void navigate({ to: '/profile/staking/history', search: { page: next } })}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
