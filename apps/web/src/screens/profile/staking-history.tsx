import { buttonClass } from '@minerx/ui/button';
import { EmptyState } from '@minerx/ui/empty-state';
import { Link } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { Paged, Sought, usePage, useSought } from '../../base/parts/paged.tsx';
import { StakeList, StakeListWaiting } from '../../features/staking/stake-list.tsx';
import { useStakes } from '../../features/staking/staking.api.ts';
import { useTexts } from '../../i18n/texts.ts';
import nothingYet from '../../base/art/empty-history.svg';

/** All staking orders, eight a page; the page stands in the address, so that back returns to it. */
export function StakingHistoryScreen() {
  const { t } = useTexts();
  const query = useStakes({ page: usePage() });
  const sought = useStakes(useSought());
  const onward = (
    <Link to="/profile/staking" className={buttonClass({ size: 'medium', variant: 'secondary' })}>
      {t('staking.title')}
    </Link>
  );
  return (
    <Page title={t('staking.history')} backTo="/profile/staking">
      <Sought rows={sought.data?.rows}>{(rows) => <StakeList rows={rows} />}</Sought>
      <Paged
        query={query}
        label={t('staking.pages')}
        skeleton={<StakeListWaiting />}
        onward={onward}
        empty={<EmptyState art={nothingYet} hint={t('staking.history.empty')} action={onward} />}
      >
        {(rows) => <StakeList rows={rows} />}
      </Paged>
    </Page>
  );
}
