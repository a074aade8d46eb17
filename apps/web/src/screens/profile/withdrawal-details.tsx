import { useQuery } from '@tanstack/react-query';
import { memberQuery } from '../../base/member.ts';
import { heldUntil, OutgoingHeld } from '../../base/parts/outgoing-held.tsx';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { AddressForm } from '../../features/withdrawal-address/address-form.tsx';
import { AddressSkeleton } from '../../features/withdrawal-address/address-skeleton.tsx';
import { BtapayForm } from '../../features/withdrawal-address/btapay-form.tsx';
import { HistoryLink } from '../../features/withdrawal-address/history-link.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function WithdrawalDetailsScreen() {
  const { t } = useTexts();
  const query = useQuery(memberQuery);
  return (
    <Page title={t('address.title')} backTo="/asset">
      <HistoryLink />
      <Loaded query={query} skeleton={<AddressSkeleton />}>
        {(member) => (
          <>
            <OutgoingHeld until={heldUntil(member)} />
            <AddressForm member={member} />
            <BtapayForm member={member} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
