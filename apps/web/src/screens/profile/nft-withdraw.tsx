import { canWithdraw } from '@minerx/rules/nft-status';
import { Navigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { isMissing } from '../../base/refusal.ts';
import { useNft } from '../../features/nft/nft.api.ts';
import { WithdrawForm, WithdrawWaiting } from '../../features/nft/withdraw-form.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function NftWithdrawScreen() {
  const { t } = useTexts();
  const { id } = useParams({ from: '/_member/profile/nft/withdraw/$id' });
  const nft = useNft(id);
  // What was just sent is pending, and its form still says so.
  const [sent, setSent] = useState(false);
  if (isMissing(nft.error)) return <Navigate to="/" replace />;
  const isHeld = nft.data !== undefined && !canWithdraw(nft.data) && !sent;
  if (isHeld && !nft.isFetching) return <Navigate to="/profile/nft" replace />;
  return (
    <Page title={t('nft.withdraw.title')} backTo="/profile/nft">
      {/* What was known may be of before it was taken back: the answer that is under way says so. */}
      {isHeld ? (
        <WithdrawWaiting />
      ) : (
        <Loaded query={nft} skeleton={<WithdrawWaiting />}>
          {(shown) => <WithdrawForm key={id} nft={shown} onSent={() => setSent(true)} />}
        </Loaded>
      )}
    </Page>
  );
}
