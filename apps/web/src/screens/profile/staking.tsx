import { Card } from '@minerx/ui/card';
import { EmptyState } from '@minerx/ui/empty-state';
import { Row } from '@minerx/ui/row';
import { History } from 'lucide-react';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { useMember } from '../../features/member/member.api.ts';
import { StakeForm } from '../../features/staking/stake-form.tsx';
import { StakeFormWaiting, StakeList, StakeListWaiting } from '../../features/staking/stake-list.tsx';
import { useStakes, useStakingOffer, type Stake } from '../../features/staking/staking.api.ts';
import { useTexts } from '../../i18n/texts.ts';
import locked from '../../base/art/empty-lock.svg';

export function StakingScreen() {
  const { t } = useTexts();
  const offer = useStakingOffer();
  const member = useMember();
  // What runs goes on while the form is closed: then it is what this screen is opened for.
  const stakes = useStakes({ page: 1 });
  // Both are shown at once, so that nothing moves when the slower one arrives.
  const isClosed = offer.data?.available === false;
  const query = isClosed && stakes.isPending ? { ...offer, data: undefined, isError: false } : offer;
  return (
    <Page title={t('staking.title')} backTo="/profile">
      <Card flush>
        <Row
          to="/profile/staking/history"
          icon={<History size={20} aria-hidden="true" />}
          title={t('staking.history')}
          detail={t('staking.history.detail')}
        />
      </Card>
      <Loaded
        query={query as typeof offer}
        skeleton={<StakeFormWaiting />}
        isEmpty={({ options }) => options.length === 0}
        empty={<EmptyState art={locked} hint={t('staking.none')} />}
      >
        {(offered) => (
          <Loaded query={member} skeleton={<StakeFormWaiting />}>
            {(who) => (
              <>
                {isClosed && (
                  <Loaded compact query={stakes} unmarked={offer.isError} skeleton={<StakeListWaiting />}>
                    {({ rows }) => <Running rows={rows} />}
                  </Loaded>
                )}
                <StakeForm offer={offered} member={who} />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function Running({ rows }: { rows: readonly Stake[] }) {
  const running = rows.filter(({ isActive }) => isActive);
  return running.length > 0 && <StakeList rows={running} />;
}
