import { findNetworkOf } from '@minerx/rules/withdrawal-network';
import type { WalletId } from '@minerx/rules/wallet';
import { Card } from '@minerx/ui/card';
import { Row } from '@minerx/ui/row';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { memberQuery } from '../../base/member.ts';
import { heldUntil, OutgoingHeld } from '../../base/parts/outgoing-held.tsx';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { WithdrawalAddressForm } from '../../features/withdrawal-address/withdrawal-address-form.tsx';
import { WithdrawalAddressSkeleton } from '../../features/withdrawal-address/withdrawal-address-skeleton.tsx';
import { BtapayForm } from '../../features/withdrawal-address/btapay-form.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function WithdrawalDetailsScreen() {
  const { t } = useTexts();
  const query = useQuery(memberQuery);
  const { coin, network, back } = useSearch({ from: '/_member/profile/withdrawalDetails' });
  const wanted = findNetworkOf(Number(coin), String(network));
  return (
    <Page title={t('withdrawal-address.title')} backTo={back === 'withdraw' ? '/asset/spot/withdraw' : '/asset'}>
      <Card flush>
        <Row
          to="/asset/spot/withdraw/history"
          icon={<History size={20} aria-hidden="true" />}
          title={t('withdrawal-address.history')}
        />
      </Card>
      <Loaded query={query} skeleton={<WithdrawalAddressSkeleton />}>
        {(member) => (
          <>
            <OutgoingHeld until={heldUntil(member)} />
            <WithdrawalAddressForm
              member={member}
              place={wanted === null ? undefined : { coin: Number(coin) as WalletId, network: wanted }}
              backTo={back === 'withdraw' ? '/asset/spot/withdraw' : '/profile'}
            />
            <BtapayForm member={member} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
