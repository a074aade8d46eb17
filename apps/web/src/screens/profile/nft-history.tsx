import { pageCount, PAGE_SIZE } from '@minerx/rules/paging';
import { buttonClass } from '@minerx/ui/button';
import { EmptyState } from '@minerx/ui/empty-state';
import { Paginator } from '@minerx/ui/paginator';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { useWithdrawals } from '../../features/nft/nft.api.ts';
import { WithdrawalList, WithdrawalsWaiting } from '../../features/nft/withdrawal-list.tsx';
import { useTexts } from '../../i18n/texts.ts';
import nothingYet from '../../base/art/empty-history.svg';

/** All withdrawals of NFTs, eight a page; the page stands in the address, so that back returns to it. */
export function NftHistoryScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: '/_member/profile/nft/history' });
  const query = useWithdrawals(page);
  const empty = (
    <EmptyState
      art={nothingYet}
      hint={t('nft.history.empty')}
      action={
        <Link to="/profile/nft" className={buttonClass({ size: 'medium' })}>
          {t('nft.title')}
        </Link>
      }
    />
  );
  return (
    <Page title={t('nft.history')} backTo="/profile/nft">
      <Loaded query={query} skeleton={<WithdrawalsWaiting />} isEmpty={({ total }) => total === 0} empty={empty}>
        {({ rows, total }) => {
          const pages = pageCount(total, PAGE_SIZE);
          if (page > pages) return <Navigate to="/profile/nft/history" search={{ page: pages }} replace />;
          return (
            <>
              <WithdrawalList rows={rows} />
              <Paginator
                page={page}
                pages={pages}
                label={t('nft.pages')}
                previous={t('nft.previous')}
                next={t('nft.next')}
                place={t('nft.page', { page: String(page), count: String(pages) })}
                onPage={(next) => void navigate({ to: '/profile/nft/history', search: { page: next } })}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
