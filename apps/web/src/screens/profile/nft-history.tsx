import { buttonClass } from '@minerx/ui/button';
import { EmptyState } from '@minerx/ui/empty-state';
import { Link } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { Paged, Sought, usePage, useSought } from '../../base/parts/paged.tsx';
import { useWithdrawals } from '../../features/nft/nft.api.ts';
import { WithdrawalList, WithdrawalsWaiting } from '../../features/nft/withdrawal-list.tsx';
import { useTexts } from '../../i18n/texts.ts';
import nothingYet from '../../base/art/empty-history.svg';

/** All withdrawals of NFTs, eight a page; the page stands in the address, so that back returns to it. */
export function NftHistoryScreen() {
  const { t } = useTexts();
  const query = useWithdrawals({ page: usePage() });
  const sought = useWithdrawals(useSought());
  const empty = (
    <EmptyState
      art={nothingYet}
      hint={t('withdrawal.empty')}
      action={
        <Link to="/profile/nft" className={buttonClass({ size: 'medium' })}>
          {t('nft.title')}
        </Link>
      }
    />
  );
  return (
    <Page title={t('nft.history')} backTo="/profile/nft">
      <Sought rows={sought.data?.rows}>{(rows) => <WithdrawalList rows={rows} />}</Sought>
      <Paged query={query} label={t('withdrawal.pages')} skeleton={<WithdrawalsWaiting />} empty={empty}>
        {(rows) => <WithdrawalList rows={rows} />}
      </Paged>
    </Page>
  );
}
