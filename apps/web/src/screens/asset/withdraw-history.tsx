import { buttonClass } from '@minerx/ui/button';
import { EmptyState } from '@minerx/ui/empty-state';
import { Link } from '@tanstack/react-router';
import nothingYet from '../../base/art/empty-history.svg';
import { Page } from '../../base/page.tsx';
import { Paged, Sought, usePage, useSought } from '../../base/parts/paged.tsx';
import { WithdrawalList, WithdrawalsWaiting } from '../../features/withdrawal/withdrawal-list.tsx';
import { useWithdrawals } from '../../features/withdrawal/withdrawal.api.ts';
import { useTexts } from '../../i18n/texts.ts';

/** All withdrawals of the wallets, eight a page; the page stands in the address, so that back returns to it. */
export function WithdrawHistoryScreen() {
  const { t } = useTexts();
  const query = useWithdrawals({ page: usePage() });
  const sought = useWithdrawals(useSought());
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
      <Sought rows={sought.data?.rows}>{(rows) => <WithdrawalList rows={rows} />}</Sought>
      <Paged query={query} label={t('withdrawal.pages')} skeleton={<WithdrawalsWaiting />} empty={empty}>
        {(rows) => <WithdrawalList rows={rows} />}
      </Paged>
    </Page>
  );
}
