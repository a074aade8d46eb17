import { pageCount, PAGE_SIZE } from '@minerx/rules/paging';
import { buttonClass } from '@minerx/ui/button';
import { EmptyState } from '@minerx/ui/empty-state';
import { Paginator } from '@minerx/ui/paginator';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import nothingYet from '../../base/art/empty-history.svg';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { WithdrawalList, WithdrawalsWaiting } from '../../features/withdrawal/withdrawal-list.tsx';
import { useWithdrawals } from '../../features/withdrawal/withdrawal.api.ts';
import { useTexts } from '../../i18n/texts.ts';

/** All withdrawals of the wallets, eight a page; the page stands in the address, so that back returns to it. */
export function WithdrawHistoryScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: '/_member/asset/spot/withdraw/history' });
  const query = useWithdrawals(page);
  const empty = (
    <EmptyState
      art={nothingYet}
      hint={t('withdrawal.empty')}
      action={
        <Link to="/asset/spot/withdraw" className={buttonClass({ size: 'medium' })}>
          {t('withdrawal.title')}
        </Link>
      }
    />
  );
  return (
    <Page title={t('withdrawal.history')} backTo="/asset/spot/withdraw">
      <Loaded query={query} skeleton={<WithdrawalsWaiting />} isEmpty={({ total }) => total === 0} empty={empty}>
        {({ rows, total }) => {
          const pages = pageCount(total, PAGE_SIZE);
          if (page > pages) return <Navigate to="/asset/spot/withdraw/history" search={{ page: pages }} replace />;
          return (
            <>
              <WithdrawalList rows={rows} />
              <Paginator
                page={page}
                pages={pages}
                label={t('withdrawal.pages')}
                previous={t('withdrawal.previous')}
                next={t('withdrawal.next')}
                place={t('withdrawal.page', { page: String(page), count: String(pages) })}
                onPage={(next) => void navigate({ to: '/asset/spot/withdraw/history', search: { page: next } })}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
